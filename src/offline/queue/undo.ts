/**
 * Undo (取り消す) of a call that was just recorded (docs/decisions/0077). A mark says that no sender has tried the entry. A
 * sender deletes the mark before it sends; undo deletes the entry only if the mark exists. Each does so in one
 * transaction, so only one of them succeeds.
 */
import type { EntryState, QueuedEntry } from './entries';
import { deleteEntry, type EntryRef, findItself, untriedKey } from './entry-store';
import { queueChanged } from './queue-broadcasts';
import { done, transact } from './queue-store';

/**
 * Claims an entry for sending. From then on it cannot be taken back, not even if no answer comes: the server may have
 * it.
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
 * `untried`: it can be undone; `queued`: a sender has claimed it, so the server may have it; `gone`: it is no longer on
 * the device.
 */
export type UndoState = 'untried' | EntryState | 'gone';

async function stateOf(store: IDBObjectStore, ref: EntryRef): Promise<UndoState> {
  if (await findItself(store, 'queued', ref))
    return (await done<unknown>(store.get(untriedKey(ref)))) === ref.id ? 'untried' : 'queued';
  for (const state of ['sent', 'refused'] as const) if (await findItself(store, state, ref)) return state;
  return 'gone';
}

/**
 * Reads whether a call can be undone, and what has become of it otherwise.
 *
 * @throws {StorageError} when the device fails.
 */
export function readUndoState(ref: EntryRef): Promise<UndoState> {
  return transact('readonly', (store) => stateOf(store, ref));
}

/**
 * Takes a call back (取り消す): deletes its entry if no sender has claimed it.
 *
 * @returns `undone`, or the state of a call that cannot be undone; then nothing is changed.
 * @throws {StorageError} when the device fails; then nothing is changed.
 */
export async function undo(ref: EntryRef): Promise<'undone' | Exclude<UndoState, 'untried'>> {
  const result = await transact('readwrite', async (store) => {
    const state = await stateOf(store, ref);
    if (state !== 'untried') return state;
    const entry = await findItself(store, 'queued', ref);
    if (entry) await deleteEntry(store, entry);
    return 'undone';
  });
  if (result === 'undone') queueChanged.publish({ owner: ref.owner });
  return result;
}
