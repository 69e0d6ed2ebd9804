/** Finds the columns of a user file by their headings: those of this app, and those of other systems. */
import type { CsvRow } from '@/study/csv';

import { type Cells, type Column, columnNames, columnsOf } from './user-cells';

/** Fields of a user that a file may split into two columns, 姓 (family name) and 名 (given name). */
const nameParts = { name: ['familyName', 'givenName'], nameKana: ['familyKana', 'givenKana'] } as const;
type NamePart = (typeof nameParts)[keyof typeof nameParts][number];

/** A field of a user that a column of a file can hold. */
export type FileField = Column | NamePart;

/** The column of each field, counted from 0. */
export type ColumnMap = Partial<Record<FileField, number>>;

/** The longest heading that is compared. */
const MOST_OF_HEADING = 200;

/**
 * The known headings, without spaces, brackets and signs; earlier ones take precedence. They come from this app, from
 * Moodle's user upload, from users.csv in OneRoster (1.2 and its Japan profile: `metadata.jp.kanaFamilyName`), and from
 * Japanese personnel and school systems.
 */
const headings: Record<FileField, string> = {
  username:
    'ユーザー名 username ログインID ユーザ名 ユーザーID ユーザID ログイン名 login loginid userid アカウント名 利用者ID 社員番号 社員ID 社員コード 社員No 従業員番号 従業員ID 従業員コード 職員番号 職員コード 学籍番号 学生番号 会員番号 受講者番号 受講者ID スタッフコード スタッフID スタッフ番号 メンバーID 生徒ID 児童生徒ID 生徒番号 ログインアカウント アカウントID 個人コード userprincipalname upn loginname employeeid employeenumber employeecode staffcode studentid studentnumber sisid',
  name: '氏名 name 名前 お名前 氏名漢字 漢字氏名 社員名 社員氏名 従業員名 従業員氏名 職員名 職員氏名 利用者名 受講者名 受講者氏名 生徒氏名 児童生徒氏名 学生氏名 フルネーム fullname displayname 表示名 生徒名 児童名 スタッフ名 スタッフ氏名 メンバー名 なまえ おなまえ',
  nameKana:
    'フリガナ nameKana ふりがな 氏名カナ カナ氏名 氏名フリガナ 氏名ふりがな 氏名かな カナ かな よみがな 読み仮名 シメイ 社員名カナ 氏名ヨミ',
  familyName: '姓 氏 苗字 名字 姓漢字 familyname lastname surname sei lname last',
  givenName: '名 名漢字 givenname firstname mei fname first',
  familyKana:
    'セイ せい 姓カナ 姓フリガナ 姓ふりがな 姓かな フリガナ姓 フリガナセイ カナ姓 氏カナ metadatajpkanafamilyname familynamekana lastnamekana lastnamephonetic',
  givenKana:
    'メイ めい 名カナ 名フリガナ 名ふりがな 名かな フリガナ名 フリガナメイ カナ名 metadatajpkanagivenname givennamekana firstnamekana firstnamephonetic',
  email:
    'メール email メールアドレス mail mailaddress emailaddress Eメール Eメールアドレス 電子メール 電子メールアドレス 会社メールアドレス 社用メールアドレス 業務用メールアドレス 業務用メール メールアドレス業務用 primaryemail workemail',
  role: '役割 role ロール 権限',
  company: '企業 company 会社 会社名 企業名 所属会社 所属企業',
  // Our own export writes アカウント (account); in exports of earlier versions 状態 means the learner's status.
  status: 'アカウント 状態 enableduser status ステータス アカウント状態',
  password: 'パスワード password 初期パスワード 仮パスワード initialpassword temporarypassword',
};

/** Words of headings that say nothing about the column, and Azure's names of columns beside the readable ones. */
const hints =
  /必須|任意|半角|全角|required|optional|\[(?:displayname|userprincipalname|passwordprofile|givenname|surname)\]|[([](?:(?:半角|全角)?(?:漢字|英数字?|英字|数字)|[^)\]]{0,20}文字[^)\]]{0,20}|例[^)\]]{0,40})[)\]]/g;

/**
 * Returns a heading normalised for comparison: width, case, kind of kana, spaces, brackets, signs and hints are
 * ignored.
 */
function fold(heading: string): string {
  return heading
    .slice(0, MOST_OF_HEADING)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ぁ-ん]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replaceAll(hints, '')
    .replaceAll(/[\s()[\]【】・:：_.*※/-]/g, '');
}

const names = (field: FileField) => headings[field].split(' ').map(fold);

/** Words that make a heading one of a reading: 姓（フリガナ）, last_name_yomi. */
const kanaWords = /フリガナ|ヨミガナ|カタカナ|読ミ仮名|読ミガナ|読ミ|ヨミ|カナ|furigana|phonetic|kana|yomi/g;

/** Returns the field of a heading that consists of a word for a reading and a word for a name. */
function kanaField(folded: string): FileField | undefined {
  const rest = folded.replaceAll(kanaWords, '').replace(/^氏名(?=[姓名])/, '');
  if (rest === folded) return undefined;
  if (rest === 'セイ' || names('familyName').includes(rest)) return 'familyKana';
  if (rest === 'メイ' || names('givenName').includes(rest)) return 'givenKana';
  return rest === '' || rest === 'シメイ' || names('name').includes(rest) ? 'nameKana' : undefined;
}

/** Returns the user fields that a file can have, in the order of the form. @param hasNameKana see `columnsOf`. */
export function fileFields(hasNameKana: boolean): FileField[] {
  return columnsOf(hasNameKana).flatMap((column): FileField[] =>
    column === 'name' || column === 'nameKana' ? [column, ...nameParts[column]] : [column],
  );
}

/** Assigns a full name and its two parts: 苗字 and 名前 are two parts, and so are two columns of one heading. */
function settleParts(map: ColumnMap, folded: readonly string[], whole: 'name' | 'nameKana'): void {
  const [family, given] = nameParts[whole];
  const place = map[whole];
  if (place === undefined) return;
  const second = folded.findIndex((each, index) => index > place && each !== '' && each === folded[place]);
  const isGiven = map[family] !== undefined && map[given] === undefined && /名前/.test(folded[place] ?? '');
  if (isGiven) map[given] = place;
  else if (second >= 0) [map[family], map[given]] = [place, second];
  // A full name is read, so its parts are not.
  if (isGiven || second >= 0) delete map[whole];
  else for (const part of nameParts[whole]) delete map[part];
}

/** Finds the columns by the headings. */
export function findColumns(heads: readonly string[], hasNameKana: boolean): ColumnMap {
  const folded = heads.map(fold);
  const map: ColumnMap = {};
  const fields = fileFields(hasNameKana);
  for (const field of fields) {
    const place = names(field)
      .map((heading) => folded.indexOf(heading))
      .find((index) => index >= 0);
    if (place !== undefined) map[field] = place;
  }
  for (const [index, heading] of folded.entries()) {
    const field = kanaField(heading);
    if (field && fields.includes(field) && map[field] === undefined && !Object.values(map).includes(index))
      map[field] = index;
  }
  settleParts(map, folded, 'name');
  settleParts(map, folded, 'nameKana');
  return map;
}

/** The rows of a file below its header. */
export interface FoundHeader {
  header: CsvRow;
  rows: readonly CsvRow[];
  map: ColumnMap;
}

/** The number of rows in which the header is looked for, below titles such as 社員名簿. */
const MOST_ROWS_ABOVE = 20;

/** Joins a header of two rows, as merged cells make it: 氏名 and an empty cell above 姓 and 名. */
function joinHeads(upper: CsvRow, lower: CsvRow | undefined): CsvRow | undefined {
  const below = lower?.cells.map(fold) ?? [];
  const parts = ['セイ', 'メイ', ...names('familyName'), ...names('givenName')];
  if (!below.some((cell) => cell !== '') || !below.every((cell) => cell === '' || parts.includes(cell)))
    return undefined;
  let last = '';
  const cells = upper.cells.map((cell, index) => {
    const part = lower?.cells[index]?.trim() ?? '';
    last = cell.trim() || last;
    // 氏名 above 姓 is 姓; フリガナ above 姓 is フリガナ姓.
    return part === '' ? cell : kanaField(fold(last)) ? `${last}${part}` : part;
  });
  return { line: upper.line, cells };
}

/** Gives the second column of a merged heading, which is empty, to the given name. */
function splitMerged(map: ColumnMap, header: CsvRow, rows: readonly CsvRow[]): void {
  for (const whole of ['name', 'nameKana'] as const) {
    const place = map[whole];
    if (place === undefined || (header.cells[place + 1] ?? '-').trim() !== '') continue;
    const filled = rows.filter(({ cells }) => (cells[place + 1] ?? '').trim() !== '').length;
    if (filled === 0 || filled * 2 < rows.length) continue;
    const [family, given] = nameParts[whole];
    delete map[whole];
    [map[family], map[given]] = [place, place + 1];
  }
}

/**
 * Finds the header: the first row with the needed headings, else the one with the most known ones.
 *
 * @returns undefined for an empty file
 */
export function findHeader(all: readonly CsvRow[], hasNameKana: boolean): FoundHeader | undefined {
  const found = all.slice(0, MOST_ROWS_ABOVE).flatMap((row, index) => {
    if (row.cells.filter((cell) => cell.trim() !== '').length < 2) return [];
    const joined = joinHeads(row, all[index + 1]);
    const header = joined ?? row;
    const map = findColumns(header.cells, hasNameKana);
    return [{ header, rows: all.slice(index + (joined ? 2 : 1)), map }];
  });
  const count = ({ map }: FoundHeader) => Object.keys(map).length;
  const best = found.find(({ map }) => isWhole(map)) ?? [...found].sort((one, other) => count(other) - count(one))[0];
  if (best) splitMerged(best.map, best.header, best.rows);
  return best;
}

/** Returns true if a file with these columns can be imported: it has user names, and names in one column or two. */
export function isWhole({ username, name, familyName, givenName }: ColumnMap): boolean {
  return username !== undefined && (name !== undefined || (familyName !== undefined && givenName !== undefined));
}

/** Returns the cells of a row by column; family name (姓) and given name (名) are joined by a space. */
export function readCells({ cells }: CsvRow, map: ColumnMap): Cells {
  const cellOf = (field: FileField) => {
    const { [field]: place } = map;
    return place === undefined ? undefined : (cells[place] ?? '');
  };
  const joined = (parts: readonly NamePart[]) => {
    const found = parts.map(cellOf).filter((part) => part !== undefined);
    return found.length < parts.length
      ? undefined
      : found
          .map((part) => part.trim())
          .join(' ')
          .trim();
  };
  const entries = columnNames.map((column): [Column, string | undefined] => {
    const inParts = column === 'name' || column === 'nameKana' ? joined(nameParts[column]) : undefined;
    return [column, cellOf(column) ?? inParts];
  });
  return Object.fromEntries(entries.filter(([, cell]) => cell !== undefined));
}
