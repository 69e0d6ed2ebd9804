/**
 * Work that runs in pieces in the background (table `pending_work`): noted in the transaction that causes it, and
 * finished after a restart. Each piece is a separate transaction, and other requests are answered between pieces.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type Database, now } from '@server/db/database';
import { unavailableCause } from '@server/db/database-unavailable';
import { pendingWork } from '@server/db/schema';
import { describeError } from '@server/lib/describe-error';
import { complain } from '@server/lib/log';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';

import { SECOND_MS } from '@/lib/constants';

/**
 * The time between two looks at the table, for notes of other instances, and the time until a failed piece is tried
 * again.
 */
const POLL_MS = 10 * SECOND_MS;
const RETRY_SECONDS = 60;

/** Does one piece of the work. @returns the state for the next piece; undefined if the work is done. */
export type Step = (transaction: Database, state: unknown) => Promise<object | undefined>;
export type Steps = Readonly<Record<string, Step>>;

interface Work {
  /** A note with the id of an existing note replaces it. */
  id: string;
  kind: string;
  state: object;
  /** The work starts this many seconds from now. */
  delaySeconds?: number;
}

const inSeconds = (seconds: number) => sql<string>`${now} + make_interval(secs => ${seconds})`;

/**
 * Notes work in the transaction that causes it. A piece locks its note before anything else: a transaction that
 * replaces a note must do the same, or the two can deadlock.
 */
export async function noteWork(transaction: Database, { delaySeconds = 0, ...work }: Work): Promise<void> {
  const values = { ...work, runAfter: inSeconds(delaySeconds) };
  await transaction.insert(pendingWork).values(values).onConflictDoUpdate({ target: pendingWork.id, set: values });
}

/** Finds a note and locks it until the transaction ends. @returns its state; undefined if there is no such note. */
export async function lockWork(transaction: Database, id: string): Promise<unknown> {
  const [work] = await transaction.select().from(pendingWork).where(eq(pendingWork.id, id)).for('update');
  return work?.state;
}

/** Removes a note. */
export async function finishWork(transaction: Database, id: string): Promise<void> {
  await transaction.delete(pendingWork).where(eq(pendingWork.id, id));
}

/** Runs one due piece. @returns false if none is due. @throws {Error} if the database is unavailable. */
export async function runNextPiece(database: Database, steps: Steps): Promise<boolean> {
  let id: string | undefined;
  try {
    return await database.transaction(async (transaction) => {
      const isDue = and(inArray(pendingWork.kind, Object.keys(steps)), lte(pendingWork.runAfter, now));
      const [work] = await transaction
        .select()
        .from(pendingWork)
        .where(isDue)
        .orderBy(asc(pendingWork.runAfter), asc(pendingWork.id))
        .limit(1)
        .for('update', { skipLocked: true });
      if (!work) return false;
      ({ id } = work);
      const state = await steps[work.kind]?.(transaction, work.state);
      if (state) await transaction.update(pendingWork).set({ state }).where(eq(pendingWork.id, id));
      else await finishWork(transaction, id);
      return true;
    });
  } catch (error) {
    if (id === undefined || unavailableCause(error)) throw error;
    complain(describeError(error));
    await database
      .update(pendingWork)
      .set({ runAfter: inSeconds(RETRY_SECONDS) })
      .where(eq(pendingWork.id, id));
    return true;
  }
}

/** Ends the pauses of this process's runners. */
const wakers = new Set<() => void>();
let wakeCount = 0;

/** Makes the runners of this process look for due work at once. Call it after the noting transaction has committed. */
export function wakePendingWork(): void {
  wakeCount += 1;
  for (const wake of wakers) wake();
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      wakers.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, POLL_MS).unref();
    wakers.add(wake);
  });
}

/** Runs pending work until it is stopped. @returns a function that stops it and waits for the piece in progress. */
export function schedulePendingWork(database: Database, steps: Steps): () => Promise<void> {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      const wakesBefore = wakeCount;
      const hasRun = await runNextPiece(database, steps).catch((error: unknown) => {
        complain(unavailableCause(error)?.message ?? describeError(error));
        return false;
      });
      if (hasRun) await nextTurn();
      else if (wakesBefore === wakeCount) await pause();
    }
  })();
  return async () => {
    isStopped = true;
    wakePendingWork();
    await running;
  };
}
