/** Records what a learner did; all screens use this function. */
import { enqueue } from '@/offline/queue/enqueue';
import type { QueuedEntry, SentEntry } from '@/offline/queue/entries';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import { type OwnerKey, requireOwnPage } from '@/session/session';
import { StorageError } from '@/storage/storage-error';

import { requestReplay } from './request-replay';

/** Frees space on a full device. Returns false when nothing is left to delete, or deleting fails. */
async function hasFreedSpace(owner: OwnerKey): Promise<boolean> {
  try {
    const { freeSpace } = await import('@/offline/free-space');
    return (await freeSpace(owner)) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Writes a call; on a full device prerendered lessons and then saved courses are deleted for it (docs/offline.md,
 * "Quota").
 */
async function enqueueFreeingSpace(...record: Parameters<typeof enqueue>): ReturnType<typeof enqueue> {
  try {
    return await enqueue(...record);
  } catch (error) {
    const isFull = error instanceof StorageError && error.reason === 'full';
    if (!isFull || !(await hasFreedSpace(record[0]))) throw error;
    return enqueueFreeingSpace(...record);
  }
}

/**
 * Records what a learner did: writes it to the device, then starts a run of replay. Online and offline take the same
 * path (docs/offline.md, law 4). When this resolves, 「保存済み」 may be shown.
 *
 * @param title of the lesson or question set; shown in the list of waiting calls.
 * @param undoMs for how long this page leaves a new call unsent, so that it can be taken back (docs/decisions/0077); 0
 * if it cannot.
 * @returns the stored entry.
 * @throws {StorageError} when the call is NOT on the device; `leaving` when this page no longer belongs to the owner.
 */
export async function recordCall(
  owner: OwnerKey,
  call: QueuedCall,
  title?: string,
  undoMs = 0,
): Promise<QueuedEntry | SentEntry> {
  await requireOwnPage(owner);
  const entry = await enqueueFreeingSpace(owner, call, title, undoMs > 0);
  void requestReplay({ isNew: true, undoMs });
  return entry;
}
