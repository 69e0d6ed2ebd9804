/** Implements what a learner does with calls that were refused or wait: 再送 (retry) and 破棄 (discard). */
import type { OwnerKey } from '@/session/session';

import { requeued } from './enqueue';
import { deleteEntry, type EntryRef, findEntry, findItself, moveEntry } from './entry-store';
import { queueChanged } from './queue-broadcasts';
import { done, requireStaying, transact } from './queue-store';

/**
 * Queues a refused entry again (再送), at its old place in the order.
 *
 * @returns false if this entry is no longer refused.
 * @throws {StorageError} when the device fails.
 */
export async function retry(ref: EntryRef): Promise<boolean> {
  const moved = await transact('readwrite', async (store) => {
    await requireStaying(store, ref.owner);
    const refused = await findItself(store, 'refused', ref);
    if (!refused) return false;
    // The learner may have recorded the same call again meanwhile; one entry is enough.
    if (await findEntry(store, 'queued', ref.owner, refused.call)) await deleteEntry(store, refused);
    else await moveEntry(store, refused, requeued(refused));
    return true;
  });
  queueChanged.publish({ owner: ref.owner });
  return moved;
}

/**
 * Deletes a call that waits or was refused (破棄).
 *
 * @throws {StorageError} when the device fails.
 */
export async function discard(ref: EntryRef): Promise<void> {
  await transact('readwrite', async (store) => {
    for (const state of ['queued', 'refused'] as const) {
      const entry = await findItself(store, state, ref);
      if (entry) await deleteEntry(store, entry);
    }
  });
  queueChanged.publish({ owner: ref.owner });
}

/** A record that did not parse. `text`: as it is shown to the learner. */
export interface UnreadableRecord {
  seq: number;
  text: string;
}

/** Converts a record that did not parse to text. Such records are also compared by their text, because they may have no id. */
export function textOf(raw: unknown): string {
  return JSON.stringify(raw, null, 2);
}

/**
 * Deletes a record that did not parse (破棄).
 *
 * @throws {StorageError} when the device fails.
 */
export async function discardUnreadable(owner: OwnerKey, { seq, text }: UnreadableRecord): Promise<void> {
  await transact('readwrite', async (store) => {
    const key = ['unreadable', owner, seq];
    if (textOf(await done<unknown>(store.get(key))) === text) await done(store.delete(key));
  });
  queueChanged.publish({ owner });
}
