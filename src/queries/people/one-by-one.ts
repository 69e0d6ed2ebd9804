/**
 * Writes many things, a few requests at a time: the refusal of one row is reported as that row's result, and a lost
 * network stops the run so that it can continue.
 */
import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/network/errors';

/**
 * Numbers of concurrent requests: at the start, and the maximum, which is reached only while the server sends no 429 or
 * 503.
 */
const INITIAL_CONCURRENCY = 3;
const MAX_CONCURRENCY = 8;
/** Backoff after a 429 or 503 without Retry-After, ms; doubled each time. */
const FIRST_WAIT_MS = 1000;
const MAX_WAITS = 6;

/** The result of a run. */
export interface RunEnd<Row> {
  /** Rows that were not written, in the order of the run, because the network was lost or the run was stopped. */
  left: Row[];
  isNetworkGone: boolean;
  /** True if the session has ended: the server accepts no write before the next sign-in. */
  isSessionOver: boolean;
}

/** Callbacks of a run, and the signal that stops it. */
export interface RunOptions<Result> {
  signal: AbortSignal;
  onResult: (result: Result) => void;
  /** Called with true when a backoff begins, with false when it ends. */
  onWait?: (isWaiting: boolean) => void;
}

/** The functions that write one row and describe its failure. */
export interface RowWriter<Row, Result> {
  write: (row: Row) => Promise<Result>;
  /** Returns the result of a row that the server has refused. */
  refused: (row: Row, error: ApiError) => Result;
  /** Returns the row to try again after a request without a response: the server may have written that row. */
  unanswered?: (row: Row) => Row;
}

/** Returns the server's message for a refused row. */
export function refusalWords({ fieldErrors, message, status }: ApiError): string {
  return fieldErrors[0]?.message || message || `サーバーで問題が起きました（${status}）。`;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/**
 * Returns true if it is unknown whether the row was written: no response came, a captive portal responded, or the
 * status is 504.
 */
function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 504;
  return error instanceof NetworkError || error instanceof UnexpectedAnswerError;
}

/**
 * Writes a row, with backoff on 429 and 503; undefined when the run was stopped meanwhile.
 *
 * @throws {NetworkError}, {ApiError} 401 or 504.
 */
async function writeWithBackoff<Row, Result>(
  row: Row,
  { write, refused }: RowWriter<Row, Result>,
  { signal, onWait }: Pick<RunOptions<Result>, 'signal' | 'onWait'>,
): Promise<Result | undefined> {
  for (let waits = 0; !signal.aborted; waits += 1) {
    try {
      return await write(row);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || isUnanswered(error)) throw error;
      // Repeat only after 429 and 503: after another 5xx the row may have been written, which a person must check.
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
 * Writes rows in their order. Calling it again with the rows `left` continues.
 *
 * @returns the rows that are left; a refusal of one row is reported as its result and never rejects the promise.
 */
export async function writeOneByOne<Row extends object, Result extends object>(
  rows: readonly Row[],
  writer: RowWriter<Row, Result>,
  options: RunOptions<Result>,
): Promise<RunEnd<Row>> {
  const { signal, onResult } = options;
  const waiting = rows.map((row, index) => ({ row: { ...row }, index }));
  const left: typeof waiting = [];
  const end = { isNetworkGone: false, isSessionOver: false };
  const workers: Promise<void>[] = [];
  let isBusy = false;
  const watched = { signal, onWait: (isWaiting: boolean) => ((isBusy = true), options.onWait?.(isWaiting)) };
  function growOnce(): void {
    if (!isBusy && workers.length < MAX_CONCURRENCY && waiting.length > 0) workers.push(work());
  }
  async function work(): Promise<void> {
    while (!signal.aborted && !end.isNetworkGone && !end.isSessionOver) {
      const next = waiting.shift();
      if (!next) return;
      try {
        const result = await writeWithBackoff(next.row, writer, watched);
        if (result) onResult(result);
        else left.push(next);
        growOnce();
      } catch (error) {
        // Stop after a missing response, a captive portal's response or an ended session: the remaining rows would
        // fail, too.
        if (isUnanswered(error)) end.isNetworkGone = true;
        else if (error instanceof ApiError) end.isSessionOver = true;
        else throw error;
        left.push(end.isNetworkGone ? { ...next, row: writer.unanswered?.(next.row) ?? next.row } : next);
      }
    }
  }
  for (let count = 0; count < INITIAL_CONCURRENCY; count += 1) workers.push(work());
  // Wait also for the workers (loops that write rows) that are added during this wait.
  for (const worker of workers) await worker;
  const inOrder = [...left, ...waiting].sort((a, b) => a.index - b.index);
  return { ...end, left: inOrder.map(({ row }) => row) };
}
