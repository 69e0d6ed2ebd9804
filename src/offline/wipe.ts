/**
 * The sign-out's wipe: deletes an owner's readable data from the device, and can be finished after it was cut off
 * (docs/offline.md, "Sign-out").
 */
import { queueChanged } from '@/offline/queue/queue-broadcasts';
import { clearSessionOf, type OwnerKey, sessionChanged } from '@/session/session';
import { browser } from '@/storage/browser';
import { withLock } from '@/storage/locks';
import { now } from '@/storage/now';
import { wipeOwned, type OwnedStoreName, type KeptRecords } from '@/storage/owned-store';
import { toStorageError } from '@/storage/storage-error';

import { studyCacheName } from './copies/study-cache';
import { dropQueueSnapshot, dropSnapshotOfEmptyQueue } from './eviction/eviction-detector';
import { deleteEntries, deleteReceipts } from './queue/enqueue';
import { done, transact } from './queue/queue-store';
import { listOpenMarks, type OpenWipeMark, removeMark, WIPE_LOCK, type WipeMark } from './wipe-marks';

/** Answers that are not submitted yet: ids, choices and texts, like those of a queued submit. */
export const ANSWER_DRAFTS = { prefix: 'answers|' } as const satisfies KeptRecords;
/** The ids of saved courses, so that they can be saved again. */
export const EARLIER_PACKS = { prefix: 'earlier|', keepsKeys: true } as const satisfies KeptRecords;

/**
 * All stores of the device, with what a sign-out without 破棄 (discard) leaves in each. The last three hold no owned
 * records (owned-store.ts): calls that the server has not received stay in the queue, nothing of the session stays, and
 * the clock belongs to the device.
 */
export const STORES = {
  queries: undefined,
  'reading-positions': undefined,
  drafts: ANSWER_DRAFTS,
  // A sign-out keeps the review intervals, stored by the ids of question sets and questions.
  reviews: { prefix: '' },
  // A sign-out keeps the ids of completed courses and lessons, with the day.
  completions: { prefix: '' },
  packs: EARLIER_PACKS,
  queue: undefined,
  session: undefined,
  clock: undefined,
} satisfies Record<OwnedStoreName, KeptRecords | undefined> & Record<'queue' | 'session' | 'clock', undefined>;

export interface WipeOptions {
  /**
   * True to delete also queued, refused and unreadable calls, and what would stay in other stores (破棄してログアウト, "discard
   * and sign out").
   */
  dropsEntries: boolean;
}

/**
 * Writes the wipe mark and deletes the owner's records in the queue's store in one transaction: from now on nothing new
 * is written for the owner.
 */
function markWiping(owner: OwnerKey, { dropsEntries }: WipeOptions): Promise<void> {
  return transact('readwrite', async (store) => {
    store.put({ at: now(), isDone: false, keepsAnswers: !dropsEntries } satisfies WipeMark, ['wipe', owner]);
    await deleteReceipts(store, owner);
    if (dropsEntries) await deleteEntries(store, owner);
  });
}

async function deleteStudyCache(owner: OwnerKey): Promise<void> {
  await browser.caches?.delete(studyCacheName(owner));
}

/** Deletes everything outside the queue's store. Idempotent. */
async function deleteOwned(owner: OwnerKey, keepsAnswers: boolean): Promise<void> {
  try {
    await clearSessionOf(owner);
    await Promise.all([wipeOwned(owner, keepsAnswers ? STORES : undefined), deleteStudyCache(owner)]);
    await dropSnapshotOfEmptyQueue(owner);
  } catch (error) {
    throw toStorageError(error);
  }
}

async function markDone(owner: OwnerKey, keepsAnswers: boolean): Promise<void> {
  const mark: WipeMark = { at: now(), isDone: true, keepsAnswers };
  await transact('readwrite', (store) => done(store.put(mark, ['wipe', owner])));
}

/**
 * Signs an owner out of the device: deletes session, receipts, study cache, what {@link STORES} does not keep and, with
 * `dropsEntries`, everything else of theirs. If it is cut off after the first transaction, {@link finishWipes} finishes
 * it at the next start.
 *
 * @throws {StorageError} when the device fails half-way; the next start continues.
 */
export async function wipeOwner(owner: OwnerKey, options: WipeOptions): Promise<void> {
  await withLock(WIPE_LOCK, async () => {
    // Delete the stored counts of the queue before the wipe, so that a queue that was discarded on purpose is never
    // reported as deleted by the browser.
    if (options.dropsEntries) dropQueueSnapshot(owner);
    await markWiping(owner, options);
    // Notify readers of the queue before the rest of the wipe, which may fail.
    queueChanged.publish({ owner });
    await deleteOwned(owner, !options.dropsEntries);
    await markDone(owner, !options.dropsEntries);
  });
}

async function finishWipe({ owner, isDone, isBack, keepsAnswers = false }: OpenWipeMark): Promise<void> {
  if (isDone && isBack) return removeMark(owner);
  await deleteOwned(owner, keepsAnswers);
  if (isDone) return;
  await markDone(owner, keepsAnswers);
  // Notify other tabs: the page that was signing out is gone and can no longer notify them.
  queueChanged.publish({ owner });
  sessionChanged.publish({});
}

/**
 * Finishes wipes that were cut off, and repeats those that ended less than ten minutes ago. Called at every start,
 * before the session is read.
 *
 * @throws {StorageError} when the device fails; the next start continues.
 */
export async function finishWipes(): Promise<void> {
  if ((await listOpenMarks()).length === 0) return;
  await withLock(WIPE_LOCK, async () => {
    for (const mark of await listOpenMarks()) await finishWipe(mark);
  });
}
