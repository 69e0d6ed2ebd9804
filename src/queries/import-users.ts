/** Imports users: a few requests at a time; single refusals are results, and a lost network stops the import so that it can continue. */
import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/errors';
import { createUser, updateUser } from '@/api/user-edits';
import { makePassword } from '@/study/make-password';
import type { ImportRow } from '@/study/user-csv';

import { fetchNamed, type NamedOptions } from './named-people';

/** Concurrent requests: at the start, and at most, which is reached only while the server sends no 429 or 503. */
const INITIAL_CONCURRENCY = 3;
const MAX_CONCURRENCY = 8;
/** Backoff after a 429 or 503 without Retry-After; doubled each time. */
const FIRST_WAIT_MS = 1000;
const MAX_WAITS = 6;

/** A row to write. A new user's password is generated here, so that a repeat sends the same one. */
export type WritableRow = Extract<ImportRow, { kind: 'add' | 'change' }> & {
  /** The new user's password; `isOwnPassword` when it came from the file. */
  password: string;
  isOwnPassword: boolean;
  /** An attempt got no answer: the server may have written the row. */
  isRetried?: boolean;
  /** The id of the added user, while the suspension is still to do. */
  addedId?: string;
};

/** The outcome of a row. */
export type ImportResult = Pick<WritableRow, 'line' | 'username' | 'name' | 'cells'> &
  /** `fault`: the account was created but could not be suspended as the file asks. */
  (
    | { kind: 'added'; password: string; isOwnPassword: boolean; fault?: string }
    | { kind: 'changed' }
    | { kind: 'failed'; reason: string }
  );

export interface ImportRun {
  /** Rows that were not written: the network was lost, or the import was stopped. */
  left: WritableRow[];
  isNetworkGone: boolean;
  /** The session has ended: the server accepts nothing before the next sign-in. */
  isSessionOver: boolean;
}

export interface ImportOptions extends NamedOptions {
  signal: AbortSignal;
  onResult: (result: ImportResult) => void;
  /** Called with true when a backoff begins, with false when it ends. */
  onWait?: (isWaiting: boolean) => void;
}

/** Returns the rows of a plan that change something. */
export function writableRows(rows: readonly ImportRow[]): WritableRow[] {
  return rows.flatMap((row) => {
    if (row.kind !== 'add' && row.kind !== 'change') return [];
    const own = row.kind === 'add' ? row.newUser.password : undefined;
    return [{ ...row, password: own ?? makePassword(), isOwnPassword: own !== undefined }];
  });
}

/** Finds the user that an earlier attempt added although its answer was lost. */
async function findAdded(username: string, options: ImportOptions): Promise<string | undefined> {
  const users = await fetchNamed([username], options);
  return users.find((user) => user.username.toLowerCase() === username.toLowerCase())?.id;
}

async function create(row: WritableRow & { kind: 'add' }, options: ImportOptions): Promise<string | undefined> {
  const isTaken = (error: unknown) => error instanceof ApiError && error.status === 409;
  try {
    return (await createUser({ ...row.newUser, password: row.password })).id;
  } catch (error) {
    if (row.isRetried && isTaken(error)) return findAdded(row.username, options);
    throw error;
  }
}

/** Adds a user and, when the file says so, suspends the account: two requests; a repeat sends only the missing one. */
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

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Returns whether it is unknown if the row was written: no answer, a portal's answer, or 504. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 504;
  return error instanceof NetworkError || error instanceof UnexpectedAnswerError;
}

/** Returns the result of a refused row; for a user that was already added it includes the password, which must be handed over. */
function refused(row: WritableRow, { fieldErrors, message, status }: ApiError): ImportResult {
  const reason = fieldErrors[0]?.message || message || `サーバーで問題が起きました（${status}）。`;
  if (row.addedId) return addedResult(row, `追加しましたが、利用停止にできませんでした。${reason}`);
  const { line, username, name, cells } = row;
  return { line, username, name, cells, kind: 'failed', reason };
}

/**
 * Writes a row, with backoff on 429 and 503; undefined when the import was stopped meanwhile.
 *
 * @throws {NetworkError}, {ApiError} 401 or 504.
 */
async function writeWithBackoff(row: WritableRow, options: ImportOptions): Promise<ImportResult | undefined> {
  const { signal, onWait } = options;
  for (let waits = 0; !signal.aborted; waits += 1) {
    try {
      return await write(row, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || isUnanswered(error)) throw error;
      // Not every retryable status: after another 5xx the row may have been written, which a person must check.
      const isBusy = error.status === 429 || error.status === 503;
      if (!isBusy || waits === MAX_WAITS) return refused(row, error);
      onWait?.(true);
      await wait(error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** waits, signal);
      onWait?.(false);
    }
  }
  return undefined;
}

/**
 * Writes rows in their order. Calling it again with the rows `left` continues, without adding a user twice.
 *
 * @returns the rows that are left; single refusals are reported as results and never reject.
 */
export async function importUsers(rows: readonly WritableRow[], options: ImportOptions): Promise<ImportRun> {
  const { signal, onResult } = options;
  const waiting = rows.map((row) => ({ ...row }));
  const run: ImportRun = { left: [], isNetworkGone: false, isSessionOver: false };
  const workers: Promise<void>[] = [];
  let isBusy = false;
  const watched = { ...options, onWait: (isWaiting: boolean) => ((isBusy = true), options.onWait?.(isWaiting)) };
  function growOnce(): void {
    if (!isBusy && workers.length < MAX_CONCURRENCY && waiting.length > 0) workers.push(work());
  }
  async function work(): Promise<void> {
    while (!signal.aborted && !run.isNetworkGone && !run.isSessionOver) {
      const row = waiting.shift();
      if (!row) return;
      try {
        const result = await writeWithBackoff(row, watched);
        if (result) onResult(result);
        else run.left.push(row);
        growOnce();
      } catch (error) {
        // No answer, a portal's, or an ended session: the remaining rows would fail, too.
        if (isUnanswered(error)) run.isNetworkGone = true;
        else if (error instanceof ApiError) run.isSessionOver = true;
        else throw error;
        run.left.push({ ...row, isRetried: row.isRetried || run.isNetworkGone });
      }
    }
  }
  for (let count = 0; count < INITIAL_CONCURRENCY; count += 1) workers.push(work());
  // Also waits for workers that are added during the wait.
  for (const worker of workers) await worker;
  run.left = [...run.left, ...waiting].sort((a, b) => a.line - b.line);
  return run;
}
