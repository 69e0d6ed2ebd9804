/** Plans an import of users from CSV: parses rows and computes the changes, without writing anything. */
import * as z from 'zod/mini';

import type { Company } from '@/api/companies';
import { type NewUser, newUserSchema, type UpdateUser } from '@/api/user-edits';
import { type User, USERNAME_PATTERN } from '@/api/users';
import { describeIssue } from '@/lib/field-messages';
import { type Role, roles } from '@/session/roles';

import type { CsvRow } from './csv';
import { roleNames } from './role-names';
import { type Cells, cellsOf, type Column, columns, columnsOf, columnWords, statusNames } from './user-cells';

/** An error of a row. */
export interface RowFault {
  column: string;
  reason: string;
}

interface PlannedRow {
  line: number;
  username: string;
  name: string;
  /** The cells of the file. */
  cells: Cells;
}
/** A row with its planned action. */
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
    | { kind: 'faulty'; faults: RowFault[] }
  );

export interface ImportContext {
  me: User;
  users: readonly User[];
  companies: readonly Company[];
  /** True for servers with the capability `name-kana`. */
  hasNameKana: boolean;
}

/** The context with indexes, because thousands of rows are looked up among thousands of users. */
interface IndexedContext extends ImportContext {
  userByName: ReadonlyMap<string, User>;
  companyNames: ReadonlyMap<string, string>;
}

/** The file has no header with the required columns. */
export class UnknownHeaderError extends Error {
  override readonly name = 'UnknownHeaderError';
}

/** Folds a text for comparison: NFKC, trimmed, lower case. */
function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

function readHeader({ cells }: CsvRow, hasNameKana: boolean): Map<Column, number> {
  const heads = cells.map(fold);
  const found = new Map<Column, number>();
  // Earlier names take precedence: our own export has both アカウント and 状態, which there is the learner's status.
  for (const column of columnsOf(hasNameKana)) {
    const index = columns[column].map((word) => heads.indexOf(fold(word))).find((place) => place >= 0);
    if (index !== undefined) found.set(column, index);
  }
  if (!found.has('username') || !found.has('name')) throw new UnknownHeaderError('No user name, or no name');
  return found;
}

/** Reads the fields of a row and collects errors. */
class RowReader {
  readonly faults: RowFault[] = [];

  constructor(
    private readonly cells: Cells,
    private readonly context: ImportContext,
  ) {}

  private fault(column: Column, reason: string): undefined {
    this.faults.push({ column: columnWords(column), reason });
    return undefined;
  }

  /** Validates with the API's schema. @param pattern a better message for invalid characters than the form's. */
  private take(column: keyof typeof newUserSchema.shape & Column, value: string, pattern?: string): string | undefined {
    const { data, error } = z.safeParse(newUserSchema.shape[column], value, { error: describeIssue });
    if (!error) return data ?? undefined;
    return this.fault(column, (value && pattern) || (error.issues[0]?.message ?? ''));
  }

  text(column: 'username' | 'name', pattern?: string): string | undefined {
    return this.take(column, this.cells[column]?.trim() ?? '', pattern);
  }

  optional(column: 'email' | 'nameKana'): string | null | undefined {
    const value = this.cells[column]?.trim();
    if (value === undefined) return undefined;
    return value === '' ? null : this.take(column, value);
  }

  role(): Role | undefined {
    const value = fold(this.cells.role ?? '');
    if (value === '') return undefined;
    const role = roles.find((each) => fold(each) === value || fold(roleNames[each]) === value);
    const words = Object.values(roleNames).join('・');
    return role ?? this.fault('role', `「${this.cells.role}」という役割はありません。${words}のどれかにしてください。`);
  }

  companyId(user: User | undefined): string | null | undefined {
    const value = this.cells.company;
    if (value === undefined) return undefined;
    if (value.trim() === '') return null;
    const matches = this.context.companies.filter(({ name }) => fold(name) === fold(value));
    // Among companies of the same name, prefer the user's own: an export does not tell them apart.
    const own = matches.find(({ id }) => id === user?.companyId);
    if (own) return own.id;
    if (matches.length > 1) return this.fault('company', `「${value}」という企業がいくつもあり、区別できません。`);
    return matches[0]?.id ?? this.fault('company', `「${value}」という企業はありません。先に企業を作成してください。`);
  }

  active(): boolean | undefined {
    const value = fold(this.cells.status ?? '');
    if (value === '') return undefined;
    if ([fold(statusNames.true), 'active'].includes(value)) return true;
    if ([fold(statusNames.false), 'inactive', 'suspended'].includes(value)) return false;
    return this.fault('status', `「${this.cells.status}」は使えません。利用中か利用停止にしてください。`);
  }

  password(): string | undefined {
    const value = this.cells.password ?? '';
    return value === '' ? undefined : this.take('password', value);
  }

  /** Checks rights as far as the row alone tells (docs/wire.md, "Rights"); the server decides. */
  checkRights(user: User | undefined, role: Role | undefined, active: boolean | undefined): void {
    const { me } = this.context;
    if (me.role !== 'ADMIN' && (user?.role === 'ADMIN' || role === 'ADMIN')) {
      this.fault('role', '管理者を登録したり変更したりできるのは、管理者だけです。');
    }
    if (user?.id === me.id && active === false) this.fault('status', '自分のアカウントは停止できません。');
  }
}

/** Returns the changed fields and their names; fields that the file lacks stay unchanged. */
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

function planRow(
  row: CsvRow,
  header: Map<Column, number>,
  context: IndexedContext,
  seen: Map<string, number>,
): ImportRow {
  const cells: Cells = Object.fromEntries([...header].map(([column, index]) => [column, row.cells[index] ?? '']));
  const reader = new RowReader(cells, context);
  const username = reader.text('username', '半角の英数字と . _ - @ だけを、64文字以内で使えます。');
  const name = reader.text('name');
  const user = username === undefined ? undefined : context.userByName.get(fold(username));
  const [nameKana, email] = [reader.optional('nameKana'), reader.optional('email')];
  const [role, companyId, active] = [reader.role(), reader.companyId(user), reader.active()];
  const password = reader.password();
  const difference = user && changesOf(user, { name, nameKana, email, role, companyId, active, password });
  // An unchanged row needs no rights, so that every user can import their own export without errors.
  if (difference?.words.length !== 0) reader.checkRights(user, role, active);
  const earlier = username && seen.get(fold(username));
  if (earlier) reader.faults.push({ column: 'ユーザー名', reason: `${earlier}行目と同じです。` });
  if (username && !earlier) seen.set(fold(username), row.line);
  const planned = { line: row.line, username: cells.username?.trim() ?? '', name: cells.name?.trim() ?? '', cells };
  if (reader.faults.length > 0 || !username || !name) return { ...planned, kind: 'faulty', faults: reader.faults };
  if (user && difference) {
    const { changes, words } = difference;
    if (words.length === 0) return { ...planned, kind: 'same' };
    const before = cellsOf(user, context.companyNames);
    const after = cellsOf({ ...user, ...changes }, context.companyNames);
    return { ...planned, kind: 'change', userId: user.id, changes, words, before, after };
  }
  const newUser = { username, name, nameKana, email, role: role ?? 'STUDENT', companyId, password };
  const after = cellsOf({ ...newUser, active: active ?? true }, context.companyNames);
  return { ...planned, kind: 'add', newUser, active: active ?? true, after };
}

/** Returns the distinct valid user names of a file. @throws {UnknownHeaderError} as `planImport` does. */
export function usernamesOf([first, ...rows]: readonly CsvRow[], hasNameKana: boolean): Set<string> {
  const place = first && readHeader(first, hasNameKana).get('username');
  const names = rows.map(({ cells }) => (cells[place ?? 0] ?? '').trim().toLowerCase());
  return new Set(names.filter((name) => USERNAME_PATTERN.test(name)));
}

/**
 * Returns the planned action of each row; nothing is written.
 *
 * @param rows as `readCsv` gives them, the header first.
 * @throws {UnknownHeaderError} when the first row names no user names or no names.
 */
export function planImport([first, ...rows]: readonly CsvRow[], context: ImportContext): ImportRow[] {
  if (!first) throw new UnknownHeaderError('The file is empty');
  const header = readHeader(first, context.hasNameKana);
  const seen = new Map<string, number>();
  const userByName = new Map(context.users.map((user) => [fold(user.username), user]));
  const companyNames = new Map(context.companies.map((company) => [company.id, company.name]));
  return rows.map((row) => planRow(row, header, { ...context, userByName, companyNames }, seen));
}
