/** Converts users to CSV cells: columns and values as text. */
import type { Company } from '@/api/companies';
import type { Role } from '@/session/roles';

import { roleNames } from './role-names';

/** The columns of the user CSV in their order, with their headers. */
const columns = {
  username: 'ユーザー名',
  name: '氏名',
  nameKana: 'フリガナ',
  email: 'メール',
  role: '役割',
  company: '企業',
  status: 'アカウント',
  password: 'パスワード',
} as const;
export type Column = keyof typeof columns;
/** The keys of the columns in their order. */
export const columnNames = Object.keys(columns) as Column[];

/**
 * Returns the columns of the user CSV for a server.
 *
 * @param hasNameKana true for servers with the capability `name-kana`.
 */
export function columnsOf(hasNameKana: boolean): Column[] {
  return columnNames.filter((column) => hasNameKana || column !== 'nameKana');
}

/** The cells of a row by column; undefined for columns that the file lacks. */
export type Cells = Partial<Record<Column, string>>;

export const statusNames = { true: '利用中', false: '利用停止' } as const;

/** Returns the header of a column, e.g. 「ユーザー名」. */
export function columnWords(column: Column): string {
  return columns[column];
}

/** The fields of a user that are exported; passwords are not stored in readable form. */
export interface Person {
  username?: string;
  name?: string;
  nameKana?: string | null;
  email?: string | null;
  role?: Role;
  companyId?: string | number | null;
  active?: boolean;
}

/** Returns the CSV cells of a user. */
export function cellsOf(
  { username, name, nameKana, email, role, companyId, active }: Person,
  companyNames: ReadonlyMap<string, string>,
): Cells {
  return {
    username: username ?? '',
    name: name ?? '',
    nameKana: nameKana ?? '',
    email: email ?? '',
    role: role ? roleNames[role] : '',
    company: companyNames.get(String(companyId)) ?? '',
    status: active === undefined ? '' : statusNames[`${active}`],
  };
}

/** Returns the CSV header and one row per user. @param hasNameKana see {@link columnsOf}. */
export function usersToRows(users: readonly Person[], companies: readonly Company[], hasNameKana: boolean): string[][] {
  const companyNames = new Map(companies.map(({ id, name }) => [id, name]));
  const written = columnsOf(hasNameKana).filter((column) => column !== 'password');
  const rows = users.map((user) => {
    const cells = cellsOf(user, companyNames);
    return written.map((column) => cells[column] ?? '');
  });
  return [written.map(columnWords), ...rows];
}

/** Returns a CSV template: the header and an example row. @param hasNameKana see {@link columnsOf}. */
export function templateRows(company: string, hasNameKana: boolean): string[][] {
  const example: Cells = {
    username: 'sato.hana',
    name: '佐藤 花',
    nameKana: 'サトウ ハナ',
    email: 'sato@example.com',
    role: '受講者',
    company,
    status: '利用中',
  };
  const written = columnsOf(hasNameKana);
  return [written.map(columnWords), written.map((column) => example[column] ?? '')];
}
