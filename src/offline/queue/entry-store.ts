/**
 * Finds, writes, moves and deletes entries inside a transaction, each together with its index record, which maps a call
 * to its seq.
 */
import type { OwnerKey } from '@/session/session';

import { type Entry, type EntryIn, type EntryState, type ReadRecord, readRecord } from './entries';
import { done, type StoreKey } from './queue-store';
import { type CallName, identityOf } from './queued-calls';

export const entryStates = ['queued', 'refused', 'sent'] as const satisfies readonly EntryState[];

/** The key of the index record of a call. */
function callKey(state: EntryState, owner: OwnerKey, call: CallName): StoreKey {
  return [`${state}-call`, owner, ...identityOf(call)];
}

/** Reads the entry under a state and seq; undefined if there is none. */
async function getEntry<S extends EntryState>(
  store: IDBObjectStore,
  state: S,
  owner: OwnerKey,
  seq: number,
): Promise<ReadRecord<S> | undefined> {
  const raw: unknown = await done(store.get([state, owner, seq]));
  return raw === undefined ? undefined : readRecord(raw, state, owner, seq);
}

/** Identifies an entry: `seq` is its place in the store; `id` tells it from another entry that got the same seq. */
export type EntryRef = Pick<Entry, 'owner' | 'seq' | 'id'>;

/**
 * Reads the entry in a state; undefined if it has left that state, or if another entry has its seq: seqs start at 1
 * again after the browser deleted the device's storage.
 */
export async function findItself<S extends EntryState>(
  store: IDBObjectStore,
  state: S,
  { owner, seq, id }: EntryRef,
): Promise<EntryIn<S> | undefined> {
  const read = await getEntry(store, state, owner, seq);
  return read?.kind === 'entry' && read.entry.id === id ? read.entry : undefined;
}

/** Reads the record of a call in a state, by its index record; undefined if there is none. */
export async function followCall<S extends EntryState>(
  store: IDBObjectStore,
  state: S,
  owner: OwnerKey,
  call: CallName,
): Promise<ReadRecord<S> | undefined> {
  const seq: unknown = await done(store.get(callKey(state, owner, call)));
  return typeof seq === 'number' ? getEntry(store, state, owner, seq) : undefined;
}

/** Reads the entry of a call in a state; undefined if there is none, or it is unreadable. */
export async function findEntry<S extends EntryState>(
  store: IDBObjectStore,
  state: S,
  owner: OwnerKey,
  call: CallName,
): Promise<EntryIn<S> | undefined> {
  const read = await followCall(store, state, owner, call);
  return read?.kind === 'entry' ? read.entry : undefined;
}

/** Writes an entry and its index record. */
export function putEntry(store: IDBObjectStore, entry: Entry): void {
  store.put(entry, [entry.state, entry.owner, entry.seq]);
  store.put(entry.seq, callKey(entry.state, entry.owner, entry.call));
}

/** The key of the mark of an entry that no sender has tried yet (undo.ts). */
export function untriedKey({ owner, seq }: Pick<Entry, 'owner' | 'seq'>): StoreKey {
  return ['untried', owner, seq];
}

/** Deletes an entry with its mark and its index record; an index record that points to a newer entry is not deleted. */
export async function deleteEntry(store: IDBObjectStore, entry: Entry): Promise<void> {
  const { state, owner, seq, call } = entry;
  store.delete([state, owner, seq]);
  if (state === 'queued') store.delete(untriedKey(entry));
  const key = callKey(state, owner, call);
  if ((await done<unknown>(store.get(key))) === seq) store.delete(key);
}

/** Moves an entry into another state. */
export async function moveEntry(store: IDBObjectStore, from: Entry, to: Entry): Promise<void> {
  await deleteEntry(store, from);
  putEntry(store, to);
}
