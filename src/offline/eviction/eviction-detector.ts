/**
 * Detects that the browser has deleted the queue (eviction), by an id in the queue's store, the mark, and a snapshot of
 * its counts in localStorage (docs/decisions/0039).
 *
 * | Mark in the store | Snapshot in localStorage | Meaning |
 * |---|---|---|
 * | none | none | a new device, one with an older version, or everything was deleted: nothing is reported |
 * | exists | none | the owner's first start here, or only the snapshot was deleted: it is written |
 * | exists | of the same mark | nothing was deleted |
 * | none, or another | exists | the queue was deleted: reported once, with the snapshot's counts |
 *
 * The mark belongs to the store, not to an owner: no sign-out deletes it.
 */
import * as z from 'zod/mini';

import { nextSeq } from '@/offline/queue/enqueue';
import { queueChanged } from '@/offline/queue/queue-broadcasts';
import { countCalls, countQueue, QUEUE_SNAPSHOT_KEY, type QueueCounts } from '@/offline/queue/queue-counts';
import { done, isLeaving, transact } from '@/offline/queue/queue-store';
import type { OwnerKey } from '@/session/session';
import { hasSessionMark, keepSessionMark } from '@/session/session-mark';
import { browser } from '@/storage/browser';
import { setItem, getItem } from '@/storage/local-storage';
import { now } from '@/storage/now';
import { createId } from '@/storage/unique-id';

import type { LostQueue } from './lost-queue';

const MARK_KEY = ['mark'];

/**
 * The stored mark. `id` identifies this queue. `said` maps each owner to the mark of the deleted queue whose loss was
 * last reported to this owner.
 */
const markSchema = z.object({ id: z.string(), said: z.record(z.string(), z.string()) });
type Mark = z.infer<typeof markSchema>;

const snapshotSchema = z.object({ mark: z.string(), waiting: z.number(), refused: z.number(), at: z.number() });
type Snapshot = z.infer<typeof snapshotSchema>;

function readSnapshot(owner: OwnerKey): Snapshot | undefined {
  try {
    const parsed = z.safeParse(snapshotSchema, JSON.parse(getItem(QUEUE_SNAPSHOT_KEY + owner) ?? ''));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function readMark(store: IDBObjectStore): Promise<Mark | undefined> {
  const parsed = z.safeParse(markSchema, await done<unknown>(store.get(MARK_KEY)));
  return parsed.success ? parsed.data : undefined;
}

/** Returns the id of the current queue; undefined before it is marked. @throws {StorageError} when the device fails. */
export async function readQueueMark(): Promise<string | undefined> {
  return (await transact('readonly', readMark))?.id;
}

/** Returns true if the snapshot is of the current queue, or of a deleted one that was already reported. */
function isKnown(snapshot: Snapshot, mark: Mark, owner: OwnerKey): boolean {
  return snapshot.mark === mark.id || snapshot.mark === mark.said[owner];
}

/**
 * Records the loss of a deleted queue under 要確認 (needs attention), if there is one, and marks the current queue.
 * `added`: the number of records written.
 */
function recordLoss(owner: OwnerKey, isSessionLost: boolean): Promise<{ mark: Mark; added: number }> {
  return transact('readwrite', async (store) => {
    let added = 0;
    // Read the snapshot inside the transaction, because another tab may have written the deleted queue's last counts
    // meanwhile.
    const snapshot = readSnapshot(owner);
    const mark = (await readMark(store)) ?? { id: createId(), said: {} };
    // Check again that the loss is unreported, because another tab may have reported it meanwhile.
    if (snapshot && !isKnown(snapshot, mark, owner) && !(await isLeaving(store, owner))) {
      mark.said[owner] = snapshot.mark;
      const { waiting, refused, at: knownAt } = snapshot;
      const lost: LostQueue = {
        version: 1,
        kind: 'lost-queue',
        waiting,
        refused,
        knownAt,
        foundAt: now(),
        isSessionLost,
      };
      const seq = await nextSeq(store);
      store.put(seq, ['seq']);
      if (waiting + refused > 0) {
        store.put(lost, ['unreadable', owner, seq]);
        added = 1;
      }
    }
    store.put(mark, MARK_KEY);
    return { mark, added };
  });
}

function writeSnapshot(owner: OwnerKey, { id }: Mark, { waiting, refused, unreadable }: QueueCounts): void {
  setItem(
    QUEUE_SNAPSHOT_KEY + owner,
    JSON.stringify({ mark: id, waiting, refused: refused + unreadable, at: now() } satisfies Snapshot),
  );
}

/**
 * Detects that the browser deleted the queue, lists the loss under 要確認 (needs attention), and writes a new snapshot.
 *
 * @throws {StorageError} when the device's storage fails; then nothing is reported.
 */
export async function detectEviction(owner: OwnerKey): Promise<void> {
  // Read counts and mark in one transaction: the counts of a deleted queue must not be combined with the next queue's
  // mark.
  const { counts, isOwnerLeaving, ...found } = await transact('readonly', async (store) => ({
    counts: await countCalls(store, owner),
    mark: await readMark(store),
    isOwnerLeaving: await isLeaving(store, owner),
  }));
  let { mark } = found;
  // A sign-out is running: it writes the last snapshot itself.
  if (isOwnerLeaving) return;
  const snapshot = readSnapshot(owner);
  if (!mark || (snapshot && !isKnown(snapshot, mark, owner))) {
    const recorded = await recordLoss(owner, !(await hasSessionMark()));
    // Count the new record of the loss, too, because the browser may delete this queue as well before the next count.
    counts.unreadable += recorded.added;
    mark = recorded.mark;
    await keepSessionMark();
    if (snapshot) queueChanged.publish({ owner });
  }
  writeSnapshot(owner, mark, counts);
}

/** Deletes the localStorage snapshot of an owner's queue. */
export function dropQueueSnapshot(owner: OwnerKey): void {
  try {
    browser.localStorage?.removeItem(QUEUE_SNAPSHOT_KEY + owner);
  } catch {
    // Ignored: without localStorage there is no snapshot.
  }
}

/**
 * Deletes the snapshot of an empty queue, unless the queue is empty because the browser deleted it and the loss is not
 * reported yet. Idempotent.
 *
 * @throws {StorageError} when the device's storage fails; then the snapshot is not deleted.
 */
export async function dropSnapshotOfEmptyQueue(owner: OwnerKey): Promise<void> {
  const { waiting, refused, unreadable } = await countQueue(owner);
  if (waiting + refused + unreadable > 0) return;
  const mark = await transact('readonly', readMark);
  const snapshot = readSnapshot(owner);
  if (snapshot && mark && isKnown(snapshot, mark, owner)) dropQueueSnapshot(owner);
}

/**
 * Runs {@link detectEviction} now and after each change of the queue, one run at a time.
 *
 * @returns a function that stops this.
 */
export function followEviction(owner: OwnerKey): () => void {
  let isRunning = false;
  let isStale = false;
  const run = async () => {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    while (isStale) {
      isStale = false;
      // Ignored: when the device's storage fails, detection runs again after the next change of the queue.
      await detectEviction(owner).catch(() => undefined);
    }
    isRunning = false;
  };
  void run();
  return queueChanged.subscribe((changed) => changed.owner === owner && void run());
}
