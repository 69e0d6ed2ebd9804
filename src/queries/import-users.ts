/** Carries an import of users out: a few calls at a time, single refusals reported, a lost network ends it cleanly. */
import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/errors';
import { createUser, updateUser } from '@/api/user-edits';
import { makePassword } from '@/study/make-password';
import type { ImportRow } from '@/study/user-csv';

import { fetchNamed, type NamedOptions } from './named-people';

/** So many calls are on their way at once: at first, and at most while the server asks for no time. */
const INITIAL_CONCURRENCY = 3;
const MAX_CONCURRENCY = 8;
/** The wait after a 429 that asks for none, in ms; doubled each time. */
const FIRST_WAIT_MS = 1000;
const MOST_WAITS = 6;

/** A row to be written; somebody new has a password from here on, so that sending it again does not make another. */
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
export type ImportResult = Pick<WritableRow, 'line' | 'username' | 'name' | 'cells'> &
  /** `fault`: the account is there, but was not suspended as the file wanted. */
  (
    | { kind: 'added'; password: string; isOwnPassword: boolean; fault?: string }
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

export interface ImportOptions extends NamedOptions {
  signal: AbortSignal;
  onResult: (result: ImportResult) => void;
  /** The server has asked for time (true), or is asked again (false). */
  onWait?: (isWaiting: boolean) => void;
}

/** The rows of a plan that write something. */
export function writableRows(rows: readonly ImportRow[]): WritableRow[] {
  return rows.flatMap((row) => {
    if (row.kind !== 'add' && row.kind !== 'change') return [];
    const own = row.kind === 'add' ? row.newUser.password : undefined;
    return [{ ...row, password: own ?? makePassword(), isOwnPassword: own !== undefined }];
  });
}

/** Somebody whom an earlier call has added, though its answer was lost. */
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

/** Adds somebody, and suspends whom the file has suspended: two calls, of which sending it again repeats the open one. */
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

/** Nobody has said whether it was written: there was no answer, a portal's, or one of a server that does not know. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 504;
  return error instanceof NetworkError || error instanceof UnexpectedAnswerError;
}

/** A row that the server refused; whoever was added already keeps the password that somebody has to be told. */
function refused(row: WritableRow, { fieldErrors, message, status }: ApiError): ImportResult {
  const reason = fieldErrors[0]?.message || message || `サーバーで問題が起きました（${status}）。`;
  if (row.addedId) return addedResult(row, `追加しましたが、利用停止にできませんでした。${reason}`);
  const { line, username, name, cells } = row;
  return { line, username, name, cells, kind: 'failed', reason };
}

/**
 * Writes a row, politely again when the server asks for time; undefined when it was stopped meanwhile.
 *
 * @throws {NetworkError}, {ApiError} 401 or 504.
 */
async function writePolitely(row: WritableRow, options: ImportOptions): Promise<ImportResult | undefined> {
  const { signal, onWait } = options;
  for (let waits = 0; !signal.aborted; waits += 1) {
    try {
      return await write(row, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || isUnanswered(error)) throw error;
      // Not all that say "later": after another 5xx the row may have been written, and somebody has to look.
      const isBusy = error.status === 429 || error.status === 503;
      if (!isBusy || waits === MOST_WAITS) return refused(row, error);
      onWait?.(true);
      await wait(error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** waits, signal);
      onWait?.(false);
    }
  }
  return undefined;
}

/**
 * Writes rows in their order; calling it again with what was `left` goes on, and adds nobody twice.
 *
 * @returns what was left; single refusals are results, never a rejection.
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
        const result = await writePolitely(row, watched);
        if (result) onResult(result);
        else run.left.push(row);
        growOnce();
      } catch (error) {
        // No answer, a portal's, or a session that has ended: the rows behind would fare no better.
        if (isUnanswered(error)) run.isNetworkGone = true;
        else if (error instanceof ApiError) run.isSessionOver = true;
        else throw error;
        run.left.push({ ...row, isRetried: row.isRetried || run.isNetworkGone });
      }
    }
  }
  for (let count = 0; count < INITIAL_CONCURRENCY; count += 1) workers.push(work());
  // One that is added while another is waited for is waited for, too.
  for (const worker of workers) await worker;
  run.left = [...run.left, ...waiting].toSorted((a, b) => a.line - b.line);
  return run;
}
