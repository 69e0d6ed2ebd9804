/**
 * Imports users: a few requests at a time; the refusal of one row is reported as that row's result, and a lost network
 * stops the import so that it can continue.
 */
import { ApiError } from '@/api/network/errors';
import { createUser, updateUser } from '@/api/user-edits';
import { createId } from '@/storage/unique-id';
import { makePassword } from '@/study/people/make-password';
import type { ImportRow } from '@/study/people/user-csv';

import { fetchNamed } from './named-people';
import { refusalWords, type RunEnd, type RunOptions, writeOneByOne } from './one-by-one';

/** A row to write. A new user's password and key are generated here, so that a repeat sends the same ones. */
export type WritableRow = Extract<ImportRow, { kind: 'add' | 'change' }> & {
  /** The new user's password; `isOwnPassword` when the password came from the file. */
  password: string;
  isOwnPassword: boolean;
  /** The key of the create, see `requestCreate`. */
  key: string;
  /** True if an earlier attempt got no response: the server may have written the row. */
  isRetried?: boolean;
  /** The id of a user who was added but whose account is not suspended yet, as the file asks. */
  addedId?: string;
};

/** The outcome of an imported row. */
export type ImportResult = Pick<WritableRow, 'line' | 'username' | 'name' | 'cells'> &
  /** `fault`: the account was created but could not be suspended as the file asks. */
  (
    | { kind: 'added'; password: string; isOwnPassword: boolean; fault?: string }
    | { kind: 'changed' }
    | { kind: 'failed'; reason: string }
  );

export type ImportRun = RunEnd<WritableRow>;

export type ImportOptions = RunOptions<ImportResult>;

/** Returns the rows of a plan that change something. */
export function writableRows(rows: readonly ImportRow[]): WritableRow[] {
  return rows.flatMap((row) => {
    if (row.kind !== 'add' && row.kind !== 'change') return [];
    const own = row.kind === 'add' ? row.newUser.password : undefined;
    return [{ ...row, password: own ?? makePassword(), isOwnPassword: own !== undefined, key: createId() }];
  });
}

/** Finds the user that an earlier attempt added although the server's response was lost. */
async function findAdded(username: string, options: ImportOptions): Promise<string | undefined> {
  const users = await fetchNamed([username], options.signal);
  return users.find((user) => user.username?.toLowerCase() === username.toLowerCase())?.id;
}

async function create(row: WritableRow & { kind: 'add' }, options: ImportOptions): Promise<string | undefined> {
  const isTaken = (error: unknown) => error instanceof ApiError && error.status === 409;
  try {
    return (await createUser({ ...row.newUser, password: row.password }, row.key)).id;
  } catch (error) {
    if (row.isRetried && isTaken(error)) return findAdded(row.username, options);
    throw error;
  }
}

/**
 * Adds a user and, when the file says so, suspends the account: two requests, of which a repeat sends only the missing
 * one.
 */
async function add(row: WritableRow & { kind: 'add' }, options: ImportOptions): Promise<void> {
  row.addedId ??= await create(row, options);
  if (!row.active && row.addedId) await updateUser(row.addedId, { active: false });
}

function addedResult(row: WritableRow, fault?: string): ImportResult {
  const { line, username, name, cells, password, isOwnPassword } = row;
  return { line, username, name, cells, kind: 'added', password, isOwnPassword, fault };
}

async function write(row: WritableRow, options: ImportOptions): Promise<ImportResult> {
  if (row.kind === 'add') {
    await add(row, options);
    return addedResult(row);
  }
  const { line, username, name, cells } = row;
  await updateUser(row.userId, row.changes);
  return { line, username, name, cells, kind: 'changed' };
}

/**
 * Returns the result of a refused row; for a user that was already added it includes the password, which must be handed
 * over.
 */
function refused(row: WritableRow, error: ApiError): ImportResult {
  const reason = refusalWords(error);
  if (row.addedId) return addedResult(row, `追加しましたが、利用停止にできませんでした。${reason}`);
  const { line, username, name, cells } = row;
  return { line, username, name, cells, kind: 'failed', reason };
}

/**
 * Writes rows in their order. Calling it again with the rows `left` continues, without adding a user twice.
 *
 * @returns the rows that are left; a refusal of one row is reported as its result and never rejects the promise.
 */
export function importUsers(rows: readonly WritableRow[], options: ImportOptions): Promise<ImportRun> {
  const writer = {
    write: (row: WritableRow) => write(row, options),
    refused,
    unanswered: (row: WritableRow) => ({ ...row, isRetried: true }),
  };
  return writeOneByOne(rows, writer, options);
}
