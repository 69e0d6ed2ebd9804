/** What a learner does about calls that got stuck: 再送 and 破棄. */
import type { OwnerKey } from '@/session/session';

import { requeued } from './enqueue';
import { deleteEntry, type EntryRef, findEntry, findItself, moveEntry } from './entry-store';
import { queueChanged } from './queue-broadcasts';
import { done, requireStaying, transact } from './queue-store';

/**
 * Sends a refused entry again (再送): it waits at its old place in the order.
 *
 * @returns false when this very entry is not refused any more.
 * @throws {StorageError} when the device fails.
 */
export async function retry(ref: EntryRef): Promise<boolean> {
  const moved = await transact('readwrite', async (store) => {
    await requireStaying(store, ref.owner);
    const refused = await findItself(store, 'refused', ref);
    if (!refused) return false;
    // Somebody may have recorded the same call anew; one of them is enough.
    if (await findEntry(store, 'queued', ref.owner, refused.call)) await deleteEntry(store, refused);
    else await moveEntry(store, refused, requeued(refused));
    return true;
  });
  queueChanged.publish({ owner: ref.owner });
  return moved;
}

/**
 * Throws away a call that waits or was refused, because the learner asked (破棄).
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

/** A record that did not parse, raw, and as the text by which the learner knows it. */
export interface UnreadableRecord {
  seq: number;
  text: string;
}

/** How a record that did not parse is shown and told apart: it may have no id. */
export function textOf(raw: unknown): string {
  return JSON.stringify(raw, null, 2);
}

/**
 * Throws away a record that did not parse, because the learner asked (破棄).
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
