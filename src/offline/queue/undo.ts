/**
 * Undo (取り消す) of a call that was just recorded (docs/decisions/0077). A mark says that no sender has tried the entry. A sender
 * deletes the mark before it sends; undo deletes the entry only if the mark exists. Each does so in one transaction, so only one of them
 * succeeds.
 */
import type { QueuedEntry } from './entries';
import { deleteEntry, type EntryRef, findItself, untriedKey } from './entry-store';
import { queueChanged } from './queue-broadcasts';
import { done, transact } from './queue-store';

/**
 * Claims an entry for sending. From then on it cannot be taken back, not even if no answer comes: the server may have it.
 *
 * @returns false if the entry is no longer queued, so that it must not be sent.
 * @throws {StorageError} when the device fails; then it must not be sent either.
 */
export async function claim(entry: QueuedEntry): Promise<boolean> {
  // Submits have no mark of untried entries: they cannot be undone, so none is written for them.
  if (entry.call.kind === 'answer-submit') return true;
  const key = untriedKey(entry);
  // Read before writing: most entries have no mark, and a read costs less than a write.
  const [isQueued, mark] = await transact('readonly', (store) =>
    Promise.all([findItself(store, 'queued', entry), done(store.getKey(key))]),
  );
  if (!isQueued || !mark) return isQueued !== undefined;
  return transact('readwrite', async (store) => {
    const current = await findItself(store, 'queued', entry);
    if (current) await done(store.delete(key));
    return current !== undefined;
  });
}

/**
 * Takes a call back (取り消す): deletes its entry if no sender has claimed it.
 *
 * @returns false if it was sent, or is being sent; then nothing is changed.
 * @throws {StorageError} when the device fails; then nothing is changed.
 */
export async function undo(ref: EntryRef): Promise<boolean> {
  const isUndone = await transact('readwrite', async (store) => {
    const entry = await findItself(store, 'queued', ref);
    const mark = await done<unknown>(store.get(untriedKey(ref)));
    if (!entry || mark !== ref.id) return false;
    await deleteEntry(store, entry);
    return true;
  });
  if (isUndone) queueChanged.publish({ owner: ref.owner });
  return isUndone;
}
