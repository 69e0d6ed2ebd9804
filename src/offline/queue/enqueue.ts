/**
 * Writes calls to the queue: what learners did and the server has not confirmed. A call is written before it is sent
 * (docs/offline.md, law 4).
 */
import * as z from 'zod/mini';

import type { OwnerKey } from '@/session/session';
import { serverNow } from '@/storage/server-time';
import { createId } from '@/storage/unique-id';

import { ENTRY_VERSION, type QueuedEntry, type RefusedEntry, type SentEntry } from './entries';
import { entryStates, findEntry, moveEntry, putEntry, untriedKey } from './entry-store';
import { queueChanged } from './queue-broadcasts';
import { done, rangeOf, requireStaying, transact } from './queue-store';
import { isDoneBy, type QueuedCall, queuedCallSchema } from './queued-calls';

/**
 * Returns the next sequence number (seq) of the queue. If the counter cannot be read, it continues after the highest
 * seq in the store.
 */
export async function nextSeq(store: IDBObjectStore): Promise<number> {
  const last: unknown = await done(store.get(['seq']));
  if (typeof last === 'number' && Number.isSafeInteger(last)) return last + 1;
  const keys = await Promise.all([...entryStates, 'unreadable'].map((state) => done(store.getAllKeys(rangeOf(state)))));
  const seqs = keys.flat().map((key) => Number(Array.isArray(key) ? key[2] : 0));
  return seqs.reduce((highest, seq) => Math.max(highest, seq || 0), 0) + 1;
}

/** Returns a refused entry as a queued one with the same seq and no attempts. */
export function requeued(refused: RefusedEntry): QueuedEntry {
  const { refusal: _, ...entry } = refused;
  return { ...entry, state: 'queued', attempts: 0 };
}

async function addEntry(
  store: IDBObjectStore,
  owner: OwnerKey,
  { call, title, queuedAt }: Pick<QueuedEntry, 'call' | 'title' | 'queuedAt'>,
  canUndo: boolean,
): Promise<QueuedEntry> {
  const seq = await nextSeq(store);
  const entry: QueuedEntry = {
    version: ENTRY_VERSION,
    seq,
    id: createId(),
    owner,
    call,
    title,
    queuedAt,
    state: 'queued',
    attempts: 0,
  };
  store.put(seq, ['seq']);
  putEntry(store, entry);
  if (canUndo) store.put(entry.id, untriedKey(entry));
  return entry;
}

/**
 * Writes a learner's call to the queue. When this resolves, the call is on the device and 「保存済み」 (saved) may be shown.
 *
 * Deduplicates by `identityOf`. If the same call waits or is in flight, its entry is returned. If the call was refused,
 * it waits again at its old place, as after 再送 (retry). If its receipt shows that it is done, the receipt is returned
 * and nothing is queued.
 *
 * @param owner `ownerKey()` of the learner.
 * @param title of the lesson or question set, if known.
 * @param canUndo a new entry may be taken back until a sender claims it (undo.ts).
 * @throws {StorageError} when the call is NOT saved: keep the form and say so; `leaving` when the owner is signing out.
 * {ZodError} when the call is malformed.
 */
export async function enqueue(
  owner: OwnerKey,
  call: QueuedCall,
  title?: string,
  canUndo = false,
): Promise<QueuedEntry | SentEntry> {
  const checked = z.parse(queuedCallSchema, call);
  const queuedAt = new Date(await serverNow()).toISOString();
  const entry = await transact('readwrite', async (store) => {
    await requireStaying(store, owner);
    const queued = await findEntry(store, 'queued', owner, checked);
    if (queued) return queued;
    const refused = await findEntry(store, 'refused', owner, checked);
    if (refused) {
      const again = requeued(refused);
      await moveEntry(store, refused, again);
      return again;
    }
    const sent = await findEntry(store, 'sent', owner, checked);
    if (sent && isDoneBy(checked, sent.receipt.answer)) return sent;
    return addEntry(store, owner, { call: checked, title, queuedAt }, canUndo);
  });
  queueChanged.publish({ owner });
  return entry;
}

/** Deletes all of an owner's entries that have no receipt, inside a transaction. */
export async function deleteEntries(store: IDBObjectStore, owner: OwnerKey): Promise<void> {
  const places = ['queued', 'queued-call', 'untried', 'refused', 'refused-call', 'unreadable', 'pause'];
  await Promise.all(places.map((place) => done(store.delete(rangeOf(place, owner)))));
}

/** Deletes all of an owner's receipts, inside a transaction. */
export async function deleteReceipts(store: IDBObjectStore, owner: OwnerKey): Promise<void> {
  const places = ['sent', 'sent-call', 'receipts', 'healing'];
  await Promise.all(places.map((place) => done(store.delete(rangeOf(place, owner)))));
}
