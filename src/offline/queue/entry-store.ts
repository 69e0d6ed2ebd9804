/** Entries in the queue's store: found, written, moved and deleted inside a transaction, each with the record that leads to it. */
import type { OwnerKey } from '@/session/session';

import { type Entry, type EntryIn, type EntryState, type ReadRecord, readRecord } from './entries';
import { done, type StoreKey } from './queue-store';
import { type CallName, identityOf } from './queued-calls';

export const entryStates = ['queued', 'refused', 'sent'] as const satisfies readonly EntryState[];

/** The key of the small record that leads from a call to its entry. */
function callKey(state: EntryState, owner: OwnerKey, call: CallName): StoreKey {
  return [`${state}-call`, owner, ...identityOf(call)];
}

/** Reads the entry under a state and seq; undefined when nothing is there. */
async function getEntry<S extends EntryState>(
  store: IDBObjectStore,
  state: S,
  owner: OwnerKey,
  seq: number,
): Promise<ReadRecord<S> | undefined> {
  const raw: unknown = await done(store.get([state, owner, seq]));
  return raw === undefined ? undefined : readRecord(raw, state, owner, seq);
}

/** What tells an entry from all others: `seq` says where it lies, `id` that it is still itself. */
export type EntryRef = Pick<Entry, 'owner' | 'seq' | 'id'>;

/**
 * The entry as it stands now in a state; undefined when it has left that state, or when another lies in its place: seqs
 * begin at 1 again when the device's storage was deleted.
 */
export async function findItself<S extends EntryState>(
  store: IDBObjectStore,
  state: S,
  { owner, seq, id }: EntryRef,
): Promise<EntryIn<S> | undefined> {
  const read = await getEntry(store, state, owner, seq);
  return read?.kind === 'entry' && read.entry.id === id ? read.entry : undefined;
}

/** Follows a call to its record in a state, as it reads; undefined when nothing is there. */
export async function followCall<S extends EntryState>(
  store: IDBObjectStore,
  state: S,
  owner: OwnerKey,
  call: CallName,
): Promise<ReadRecord<S> | undefined> {
  const seq: unknown = await done(store.get(callKey(state, owner, call)));
  return typeof seq === 'number' ? getEntry(store, state, owner, seq) : undefined;
}

/** Follows a call to its entry in a state; undefined when there is none that can be read. */
export async function findEntry<S extends EntryState>(
  store: IDBObjectStore,
  state: S,
  owner: OwnerKey,
  call: CallName,
): Promise<EntryIn<S> | undefined> {
  const read = await followCall(store, state, owner, call);
  return read?.kind === 'entry' ? read.entry : undefined;
}

/** Writes an entry and the record that leads to it. */
export function putEntry(store: IDBObjectStore, entry: Entry): void {
  store.put(entry, [entry.state, entry.owner, entry.seq]);
  store.put(entry.seq, callKey(entry.state, entry.owner, entry.call));
}

/** Deletes an entry, and the record that leads to it unless a younger entry has taken that over. */
export async function deleteEntry(store: IDBObjectStore, { state, owner, seq, call }: Entry): Promise<void> {
  store.delete([state, owner, seq]);
  const key = callKey(state, owner, call);
  if ((await done<unknown>(store.get(key))) === seq) store.delete(key);
}

/** Moves an entry into another state. */
export async function moveEntry(store: IDBObjectStore, from: Entry, to: Entry): Promise<void> {
  await deleteEntry(store, from);
  putEntry(store, to);
}
