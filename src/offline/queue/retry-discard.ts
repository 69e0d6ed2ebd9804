/** Sends refused calls again (再送, or by itself under another dialect), and deletes calls (破棄). */
import { dialect } from '@/api/dialects/none';
import type { OwnerKey } from '@/session/session';

import { requeued } from './enqueue';
import { deleteEntry, type EntryRef, findEntry, findItself, moveEntry } from './entry-store';
import { queueChanged } from './queue-broadcasts';
import { type EntryPage, readPage } from './queue-pages';
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
 * Statuses of refusals that may be the dialect's fault: the server did not understand the call, or did not know its
 * path.
 */
const MISUNDERSTOOD = [400, 404, 405, 415, 422];

/**
 * Queues the calls again, once, that the server refused because of an earlier version of the dialect, as far as that
 * can be known.
 *
 * @throws {StorageError} when the device fails.
 */
export async function retryMisunderstood(owner: OwnerKey): Promise<void> {
  if (!dialect) return;
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: EntryPage<'refused'> = await readPage('refused', owner, { after });
    for (const entry of page.entries) {
      const { isBlocked, isForgotten, status, dialect: version } = entry.refusal;
      const isOfDialect = !isBlocked && !isForgotten && version !== dialect.version;
      if (isOfDialect && MISUNDERSTOOD.includes(status)) await retry(entry);
    }
    after = page.last;
  }
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

/**
 * Converts a record that did not parse to text. Such records are also compared by their text, because they may have no
 * id.
 */
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
