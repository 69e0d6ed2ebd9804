/** Plans an import of users from CSV: parses rows and computes the changes, without writing anything. */
import type { Company } from '@/api/companies';
import type { NewUser, UpdateUser } from '@/api/user-edits';
import { type CurrentUser, nameOf, type User, USERNAME_PATTERN } from '@/api/users';
import type { CsvRow } from '@/study/csv';

import {
  createZeroCheck,
  findMeant,
  findNumbered,
  fold,
  indexPeople,
  isMangled,
  type KnownPeople,
  numberOf,
} from './known-people';
import { mendEmail, type RowFault, RowReader } from './row-reader';
import { type Cells, cellsOf, columnWords } from './user-cells';
import { type ColumnMap, readCells } from './user-columns';

interface PlannedRow {
  line: number;
  username: string;
  name: string;
  /** The cells of the row. */
  cells: Cells;
  /** Notices to check before the import: cells that are left out, or an address that another person has. */
  notices: readonly RowFault[];
}
/** A row of the file with its planned action. */
export type ImportRow = PlannedRow &
  (
    | {
        kind: 'add';
        newUser: Omit<NewUser, 'password'> & { password?: string };
        active: boolean;
        /** The cells of the user after the import. */
        after: Cells;
      }
    | { kind: 'change'; userId: string; changes: UpdateUser; words: string[]; before: Cells; after: Cells }
    | { kind: 'same' }
    /**
     * The existing user whom the row seems to mean under a user name that a spreadsheet has changed; the row is
     * skipped.
     */
    | { kind: 'known'; reason: string }
    /**
     * A new person whose user name a spreadsheet may have changed; the row is skipped until the user confirms the user
     * names.
     */
    | { kind: 'ask'; reason: string }
    | { kind: 'faulty'; faults: RowFault[] }
  );

export interface ImportContext {
  me: CurrentUser;
  users: readonly User[];
  companies: readonly Company[];
  /** The company of new users whose row in the file names none. */
  companyId?: string;
  /** True if new user names were confirmed that a spreadsheet may have changed. */
  areNamesConfirmed?: boolean;
}

/** The import's context with indexes, because thousands of rows are looked up among thousands of users. */
interface IndexedContext extends ImportContext {
  people: KnownPeople;
  companyNames: ReadonlyMap<string, string>;
  /** For each user name and address read so far, the line of the file on which it was found. */
  seenNames: Map<string, number>;
  seenEmails: Map<string, number>;
  mayLackZeros: (username: string) => boolean;
}

/**
 * Returns the changed fields of a user and the Japanese names of these fields; fields that the file lacks stay
 * unchanged.
 */
function changesOf(user: User, wanted: UpdateUser): { changes: UpdateUser; words: string[] } {
  const words: Partial<Record<keyof UpdateUser, string>> = {
    name: '氏名',
    nameKana: 'フリガナ',
    email: 'メール',
    role: '役割',
    companyId: '企業',
    active: 'アカウント',
    password: 'パスワード',
  };
  const { nameKana = null, email = null, companyId = null } = user;
  const now: UpdateUser = { ...user, nameKana, email, companyId };
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== now[field as keyof UpdateUser],
  );
  return {
    changes: Object.fromEntries(changed),
    words: changed.flatMap(([field]) => words[field as keyof UpdateUser] ?? []),
  };
}

const CHANGED_BY_SPREADSHEET = '表計算ソフトが数や日付に変えたようです。元のファイルで、この列を文字列にしてください。';

/** Returns the message that a row seems to mean an existing user, with the likely cause. */
function describeKnown(user: User, username: string): string {
  const cause = isMangled(username) ? '表計算ソフトがユーザー名を変えたようです' : '先頭の0の数がちがいます';
  return `${user.username ?? '–'}（${nameOf(user)}）がいます。${cause}。同じ人なら、ユーザー名を${user.username ?? '–'}に直してください。`;
}

/**
 * Returns a notice when an address is new for this row's user and another person has it; the row is imported
 * nevertheless.
 */
function findSameEmail(
  email: string | null | undefined,
  user: User | undefined,
  line: number,
  context: IndexedContext,
): RowFault[] {
  const key = fold(email ?? '');
  if (key === '') return [];
  const earlier = context.seenEmails.get(key);
  context.seenEmails.set(key, earlier ?? line);
  if (key === fold(user?.email ?? '')) return [];
  const other = context.people.byEmail.get(key)?.find(({ id }) => id !== user?.id);
  const who = other ? `${other.username ?? '–'}（${nameOf(other)}）` : earlier && `${earlier}行目`;
  return who
    ? [{ column: columnWords('email'), reason: `${who}と同じです。同じ人ではないか、確かめてください。` }]
    : [];
}

/** Returns why a new user name has to be confirmed; undefined if nothing is wrong with it. */
function findDoubt(username: string, { people, areNamesConfirmed, mayLackZeros }: IndexedContext): string | undefined {
  if (areNamesConfirmed) return undefined;
  const [user] = findNumbered(username, people);
  if (user) return `${user.username ?? '–'}（${nameOf(user)}）と、先頭の0だけがちがいます。`;
  if (isMangled(username)) return '表計算ソフトがユーザー名を変えたようです。';
  return mayLackZeros(username) ? '表計算ソフトが先頭の0を消していないか、確かめてください。' : undefined;
}

/** Reads all fields of a row. */
function readRow(cells: Cells, line: number, context: IndexedContext) {
  const reader = new RowReader(cells, context);
  const pattern = isMangled(cells.username ?? '')
    ? CHANGED_BY_SPREADSHEET
    : '半角の英数字と . _ - @ だけを、64文字以内で使えます。';
  const username = reader.text('username', pattern);
  const name = reader.text('name');
  const user = username === undefined ? undefined : context.people.byUsername.get(fold(username));
  const [nameKana, email] = [reader.optional('nameKana'), reader.email()];
  const [role, companyId, active] = [reader.role(), reader.companyId(user), reader.active()];
  const password = reader.password();
  const difference = user && changesOf(user, { name, nameKana, email, role, companyId, active, password });
  // Require no permission for an unchanged row, so that every user can import their own export without errors.
  if (difference?.words.length !== 0) reader.checkRights(user, role, active);
  const earlier = username && context.seenNames.get(fold(username));
  if (earlier) reader.fault('username', `${earlier}行目と同じです。`);
  if (username && !earlier) context.seenNames.set(fold(username), line);
  const fields = { username, name, nameKana, email, role: role ?? 'STUDENT', companyId, password };
  return { reader, user, fields, active: active ?? true, difference };
}

function planRow(row: CsvRow, map: ColumnMap, context: IndexedContext): ImportRow {
  const { line } = row;
  const cells = readCells(row, map);
  const { reader, user, fields, active, difference } = readRow(cells, line, context);
  const written = { line, username: cells.username?.trim() ?? '', name: cells.name?.trim() ?? '', cells };
  const meant = user ? undefined : findMeant(cells, context.people);
  if (meant) return { ...written, notices: [], kind: 'known', reason: describeKnown(meant, written.username) };
  const { username, name, email } = fields;
  if (reader.faults.length > 0 || !username || !name)
    return { ...written, notices: [], kind: 'faulty', faults: reader.faults };
  const doubt = user ? undefined : findDoubt(username, context);
  if (doubt !== undefined) return { ...written, notices: [], kind: 'ask', reason: doubt };
  const notices = [...reader.notices, ...findSameEmail(email, user, line, context)];
  const planned = { ...written, notices };
  if (user && difference) {
    const { changes, words } = difference;
    if (words.length === 0) return { ...planned, kind: 'same' };
    const before = cellsOf(user, context.companyNames);
    const after = cellsOf({ ...user, ...changes }, context.companyNames);
    return { ...planned, kind: 'change', userId: user.id, changes, words, before, after };
  }
  const newUser = { ...fields, username, name };
  return { ...planned, kind: 'add', newUser, active, after: cellsOf({ ...newUser, active }, context.companyNames) };
}

/** The users that a file may mean, as lists to request from the server. */
export interface NamedPeople {
  /** Distinct valid user names, in lower case. */
  usernames: Set<string>;
  /** User names that consist of digits only, with their leading zeros removed. */
  numbers: Set<string>;
  /** E-mail addresses in lower case, without those that contain a comma. */
  emails: Set<string>;
}

/** Returns the user names, numbers and addresses in the rows of a file. @param rows without the header. */
export function namedIn(rows: readonly CsvRow[], map: ColumnMap): NamedPeople {
  const all = rows.map((row) => readCells(row, map));
  const names = all.map(({ username = '' }) => username.trim().toLowerCase());
  return {
    usernames: new Set(names.filter((name) => USERNAME_PATTERN.test(name))),
    numbers: new Set(names.map(numberOf).filter((digits) => digits !== undefined)),
    emails: new Set(
      all.map(({ email = '' }) => fold(mendEmail(email).email)).filter((email) => /^[^,\s]+@[^,\s]+$/.test(email)),
    ),
  };
}

/**
 * Returns the planned action of each row; nothing is written.
 *
 * @param rows as `readCsv` gives them, without the header.
 */
export function planImport(rows: readonly CsvRow[], map: ColumnMap, context: ImportContext): ImportRow[] {
  const indexed: IndexedContext = {
    ...context,
    people: indexPeople(context.users),
    companyNames: new Map(context.companies.map((company) => [company.id, company.name])),
    seenNames: new Map(),
    seenEmails: new Map(),
    mayLackZeros: createZeroCheck(rows.map((row) => readCells(row, map).username ?? '')),
  };
  return rows.map((row) => planRow(row, map, indexed));
}
