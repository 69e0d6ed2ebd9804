/** Sign-out of an owner: all that is readable of them leaves the device, even when it is cut off half-way (docs/offline.md, "Sign-out"). */
import { queueChanged } from '@/offline/queue/queue-broadcasts';
import { clearSessionOf, type OwnerKey, sessionChanged } from '@/session/session';
import { browser } from '@/storage/browser';
import { withLock } from '@/storage/locks';
import { now } from '@/storage/now';
import { forgetOwned, type OwnedStoreName, type Stays } from '@/storage/owned-store';
import { toStorageError } from '@/storage/storage-error';

import { studyCacheName } from './copies/study-cache';
import { dropQueueSnapshot, dropSnapshotOfEmptyQueue } from './eviction/eviction-detector';
import { deleteEntries, deleteReceipts } from './queue/enqueue';
import { done, transact } from './queue/queue-store';
import { listOpenMarks, type OpenWipeMark, removeMark, WIPE_LOCK, type WipeMark } from './wipe-marks';

/** The answers that are not submitted yet: ids, choices and texts, like those of a submit that waits. */
export const ANSWER_DRAFTS = { prefix: 'answers|' } as const satisfies Stays;
/** Of saved courses their ids, so that they can be saved again. */
export const EARLIER_PACKS = { prefix: 'earlier|', keepsKeys: true } as const satisfies Stays;

/**
 * All stores of the device, each with what a sign-out without 破棄 leaves in it. The last three are no stores of owned
 * records: of the queue stays what has not arrived, of the session nothing, and the clock is the device's.
 */
export const STORES = {
  queries: undefined,
  'reading-positions': undefined,
  drafts: ANSWER_DRAFTS,
  // Intervals, by the ids of question sets and questions.
  reviews: { prefix: '' },
  packs: EARLIER_PACKS,
  queue: undefined,
  session: undefined,
  clock: undefined,
} satisfies Record<OwnedStoreName, Stays | undefined> & Record<'queue' | 'session' | 'clock', undefined>;

export interface WipeOptions {
  /**
   * Also throws away what waits, was refused or is unreadable, and what would stay in other stores
   * (破棄してログアウト).
   */
  dropsEntries: boolean;
}

/** The mark and the queue's part of the wipe in one transaction: from here on nothing new is written for the owner. */
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

/** Everything outside the queue's store; repeating it changes nothing. */
async function forget(owner: OwnerKey, keepsAnswers: boolean): Promise<void> {
  try {
    await clearSessionOf(owner);
    await Promise.all([forgetOwned(owner, keepsAnswers ? STORES : undefined), deleteStudyCache(owner)]);
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
 * Signs an owner out of the device: session, receipts, study cache, what {@link STORES} does not leave and, when asked,
 * what waits and all that would stay. Once the first transaction is done, {@link finishWipes} ends at the next start what is cut off.
 *
 * @throws {StorageError} when the device fails half-way; the next start goes on.
 */
export async function wipeOwner(owner: OwnerKey, options: WipeOptions): Promise<void> {
  await withLock(WIPE_LOCK, async () => {
    // First: what is thrown away on purpose is not missed later, even if this is cut off.
    if (options.dropsEntries) dropQueueSnapshot(owner);
    await markWiping(owner, options);
    // However the rest of it ends.
    queueChanged.publish({ owner });
    await forget(owner, !options.dropsEntries);
    await markDone(owner, !options.dropsEntries);
  });
}

async function finishWipe({ owner, isDone, isBack, keepsAnswers = false }: OpenWipeMark): Promise<void> {
  if (isDone && isBack) return removeMark(owner);
  await forget(owner, keepsAnswers);
  if (isDone) return;
  await markDone(owner, keepsAnswers);
  // Whoever was signing out cannot tell the other tabs any more.
  queueChanged.publish({ owner });
  sessionChanged.publish({});
}

/**
 * Ends the wipes that were cut off, and sweeps once more where one has just ended; to be called at every start, before
 * the session is read.
 *
 * @throws {StorageError} when the device fails; the next start goes on.
 */
export async function finishWipes(): Promise<void> {
  if ((await listOpenMarks()).length === 0) return;
  await withLock(WIPE_LOCK, async () => {
    for (const mark of await listOpenMarks()) await finishWipe(mark);
  });
}
