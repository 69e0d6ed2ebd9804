/** Finds the columns of a user file by their headings: those of this app, and those of other systems. */
import type { CsvRow } from './csv';
import { type Cells, type Column, columnNames, columnsOf } from './user-cells';

/** Fields of a user that a file may split into two columns, 姓 (family name) and 名 (given name). */
const nameParts = { name: ['familyName', 'givenName'], nameKana: ['familyKana', 'givenKana'] } as const;
type NamePart = (typeof nameParts)[keyof typeof nameParts][number];

/** A field of a user that a column of a file can hold. */
export type FileField = Column | NamePart;

/** The column of each field, counted from 0. */
export type ColumnMap = Partial<Record<FileField, number>>;

/**
 * The known headings, without spaces, brackets and signs; earlier ones take precedence. They come from this app, from Moodle's
 * user upload, from users.csv in OneRoster (1.2 and its Japan profile: `metadata.jp.kanaFamilyName`), and from Japanese personnel and
 * school systems.
 */
const headings: Record<FileField, string> = {
  username:
    'ユーザー名 username ログインID ユーザ名 ユーザーID ユーザID ログイン名 login loginid userid アカウント名 利用者ID 社員番号 社員ID 社員コード 社員No 従業員番号 従業員ID 従業員コード 職員番号 職員コード 学籍番号 学生番号 会員番号 受講者番号 受講者ID',
  name: '氏名 name 名前 お名前 氏名漢字 漢字氏名 社員名 社員氏名 従業員名 従業員氏名 職員名 職員氏名 利用者名 受講者名 受講者氏名 生徒氏名 児童生徒氏名 学生氏名 フルネーム fullname displayname 表示名',
  nameKana:
    'フリガナ nameKana ふりがな 氏名カナ カナ氏名 氏名フリガナ 氏名ふりがな 氏名かな カナ かな よみがな 読み仮名 シメイ 社員名カナ 氏名ヨミ',
  familyName: '姓 氏 苗字 名字 姓漢字 familyname lastname surname sei',
  givenName: '名 名漢字 givenname firstname mei',
  familyKana:
    'セイ せい 姓カナ 姓フリガナ 姓ふりがな 姓かな フリガナ姓 フリガナセイ カナ姓 氏カナ metadatajpkanafamilyname familynamekana lastnamekana lastnamephonetic',
  givenKana:
    'メイ めい 名カナ 名フリガナ 名ふりがな 名かな フリガナ名 フリガナメイ カナ名 metadatajpkanagivenname givennamekana firstnamekana firstnamephonetic',
  email:
    'メール email メールアドレス mail mailaddress emailaddress Eメール Eメールアドレス 電子メール 電子メールアドレス',
  role: '役割 role ロール 権限',
  company: '企業 company 会社 会社名 企業名 所属会社 所属企業',
  // Our own export writes アカウント (account); in exports of earlier versions 状態 means the learner's status.
  status: 'アカウント 状態 enableduser status ステータス アカウント状態',
  password: 'パスワード password 初期パスワード 仮パスワード',
};

/** Returns a heading normalised for comparison: width, case, spaces, brackets and signs are ignored. */
function fold(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s()[\]【】・:_.*※-]/g, '');
}

/** Returns the user fields that a file can have, in the order of the form. @param hasNameKana see `columnsOf`. */
export function fileFields(hasNameKana: boolean): FileField[] {
  return columnsOf(hasNameKana).flatMap((column): FileField[] =>
    column === 'name' || column === 'nameKana' ? [column, ...nameParts[column]] : [column],
  );
}

/** Finds the columns by the headings of the first row. */
export function findColumns(heads: readonly string[], hasNameKana: boolean): ColumnMap {
  const folded = heads.map(fold);
  const map: ColumnMap = {};
  for (const field of fileFields(hasNameKana)) {
    const place = headings[field]
      .split(' ')
      .map((heading) => folded.indexOf(fold(heading)))
      .find((index) => index >= 0);
    if (place !== undefined) map[field] = place;
  }
  return map;
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
