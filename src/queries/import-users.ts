/** Carries an import of users out: a few calls at a time, single refusals reported, a lost network ends it cleanly. */
import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/errors';
import { createUser, fetchUsers, updateUser } from '@/api/users';

import { fetchAllPages } from './all-pages';
import { makePassword } from './make-password';
import type { ImportRow } from './user-csv';

/** So many calls are on their way at once. */
const AT_ONCE = 3;
/** The wait after a 429, in ms; doubled each time. */
const FIRST_WAIT_MS = 1000;
const MOST_WAITS = 6;

/** A row to be written; somebody new has a password from here on, so that a second try does not make another. */
export type WritableRow = Extract<ImportRow, { kind: 'add' | 'change' }> & {
  /** The password of somebody new, and whether the file said it. */
  password: string;
  isOwnPassword: boolean;
  /** It was tried, and no answer came: the server may have written it. */
  isRetried?: boolean;
  /** Who the row has become, once added; only the suspension is left to do. */
  addedId?: string;
};

/** What became of a row. */
export type ImportResult = Pick<WritableRow, 'line' | 'username' | 'name'> &
  (
    | { kind: 'added'; password: string; isOwnPassword: boolean }
    | { kind: 'changed' }
    | { kind: 'failed'; reason: string }
  );

export interface ImportRun {
  /** Rows that were not written: the network went, or somebody stopped it. */
  left: WritableRow[];
  isNetworkGone: boolean;
  /** The session has ended: nothing more is received before the next login. */
  isSessionOver: boolean;
}

export interface ImportOptions {
  signal: AbortSignal;
  onResult: (result: ImportResult) => void;
}

/** The rows of a plan that write something. */
export function writableRows(rows: readonly ImportRow[]): WritableRow[] {
  return rows.flatMap((row) => {
    if (row.kind !== 'add' && row.kind !== 'change') return [];
    const own = row.kind === 'add' ? row.newUser.password : undefined;
    return [{ ...row, password: own ?? makePassword(), isOwnPassword: own !== undefined }];
  });
}

/** Somebody whom an earlier try has added, though its answer was lost. */
async function findAdded(username: string): Promise<string | undefined> {
  const users = await fetchAllPages((query) => fetchUsers(query));
  return users.find((user) => user.username.toLowerCase() === username.toLowerCase())?.id;
}

async function create(row: WritableRow & { kind: 'add' }): Promise<string | undefined> {
  const isTaken = (error: unknown) => error instanceof ApiError && error.status === 409;
  try {
    return (await createUser({ ...row.newUser, password: row.password })).id;
  } catch (error) {
    if (row.isRetried && isTaken(error)) return findAdded(row.username);
    throw error;
  }
}

/** Adds somebody, and suspends whom the file has suspended: two calls, of which a second try repeats the open one. */
async function add(row: WritableRow & { kind: 'add' }): Promise<void> {
  row.addedId ??= await create(row);
  if (!row.active && row.addedId) await updateUser(row.addedId, { active: false });
}

async function write(row: WritableRow): Promise<ImportResult> {
  const { line, username, name, password, isOwnPassword } = row;
  if (row.kind === 'change') {
    await updateUser(row.userId, row.changes);
    return { line, username, name, kind: 'changed' };
  }
  await add(row);
  return { line, username, name, kind: 'added', password, isOwnPassword };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

function reasonOf({ fieldErrors, message, status }: ApiError, row: WritableRow): string {
  const reason = fieldErrors[0]?.message || message || `サーバーで問題が起きました（${status}）。`;
  return row.kind === 'add' && row.addedId ? `追加しましたが、利用停止にできませんでした。${reason}` : reason;
}

/** Writes a row, politely again when the server asks for time. @throws {NetworkError}, {ApiError} 401. */
async function writePolitely(row: WritableRow, signal: AbortSignal): Promise<ImportResult> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await write(row);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      const isBusy = error.status === 429 || error.status === 503;
      if (!isBusy || waits === MOST_WAITS || signal.aborted) {
        return { line: row.line, username: row.username, name: row.name, kind: 'failed', reason: reasonOf(error, row) };
      }
      await wait(FIRST_WAIT_MS * 2 ** waits, signal);
    }
  }
}

/**
 * Writes rows in their order; calling it again with what was `left` goes on, and adds nobody twice.
 *
 * @returns what was left; single refusals are results, never a rejection.
 */
export async function importUsers(
  rows: readonly WritableRow[],
  { signal, onResult }: ImportOptions,
): Promise<ImportRun> {
  const waiting = rows.map((row) => ({ ...row }));
  const run: ImportRun = { left: [], isNetworkGone: false, isSessionOver: false };
  async function work(): Promise<void> {
    while (!signal.aborted && !run.isNetworkGone && !run.isSessionOver) {
      const row = waiting.shift();
      if (!row) return;
      try {
        onResult(await writePolitely(row, signal));
      } catch (error) {
        // No answer, a portal's, or a session that has ended: the rows behind would fare no better.
        if (error instanceof NetworkError || error instanceof UnexpectedAnswerError) run.isNetworkGone = true;
        else if (error instanceof ApiError) run.isSessionOver = true;
        else throw error;
        run.left.push({ ...row, isRetried: row.isRetried || run.isNetworkGone });
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  run.left = [...run.left, ...waiting].toSorted((a, b) => a.line - b.line);
  return run;
}
