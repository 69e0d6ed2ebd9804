/**
 * Where the queue lies: one IndexedDB store, one key per record, laid out so that counting and finding need no reading.
 *
 * | Key | Value |
 * |---|---|
 * | `['queued' / 'refused' / 'sent', owner, seq]` | an entry |
 * | `['queued-call' / …, owner, kind, subject, …]` | the seq of the call's entry in that state |
 * | `['unreadable', owner, seq]` | what did not parse, raw |
 * | `['seq']` | the last seq given |
 * | `['mark']` | tells this queue from one that the browser has deleted |
 * | `['pause', owner]`, `['receipts', owner]`, `['healing', owner]`, `['wipe', owner]` | small records, each read by the file it belongs to |
 */
import { promisifyRequest } from 'idb-keyval';

import type { OwnerKey } from '@/session/session';
import { createDeviceStore } from '@/storage/device-store';
import { StorageError, toStorageError } from '@/storage/storage-error';

import { type Entry, type EntryIn, type EntryState, type ReadRecord, readRecord } from './entries';
import { type CallName, identityOf } from './queued-calls';

const queueStore = createDeviceStore('queue', 'queue');

export const entryStates = ['queued', 'refused', 'sent'] as const satisfies readonly EntryState[];

export type StoreKey = [string, ...(string | number)[]];

/** All keys that start with `prefix`: an empty array sorts after every string and number. */
export function rangeOf(...prefix: StoreKey): IDBKeyRange {
  return IDBKeyRange.bound(prefix, [...prefix, []]);
}

/** The key of the small record that leads from a call to its entry. */
function callKey(state: EntryState, owner: OwnerKey, call: CallName): StoreKey {
  return [`${state}-call`, owner, ...identityOf(call)];
}

/**
 * Runs `work` in one transaction on the queue's store; read-write ones are on the device when this resolves.
 *
 * @throws {StorageError} when the device fails; nothing was changed then.
 */
export async function transact<T>(
  mode: 'readonly' | 'readwrite',
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  try {
    return await queueStore(mode, work);
  } catch (error) {
    throw toStorageError(error);
  }
}

/** Waits for one request inside a transaction. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return promisifyRequest<T>(request);
}

/** @throws {StorageError} `leaving` when the owner is signing out: nothing new is written for them. */
export async function requireStaying(store: IDBObjectStore, owner: OwnerKey): Promise<void> {
  if (await isLeaving(store, owner)) throw new StorageError('leaving');
}

/** True from the moment a sign-out has begun until the owner signs in again or the wipe is long over. */
export async function isLeaving(store: IDBObjectStore, owner: OwnerKey): Promise<boolean> {
  return (await done(store.count(['wipe', owner]))) > 0;
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

/** Follows a call to its entry in a state; undefined when there is none that can be read. */
export async function findEntry<S extends EntryState>(
  store: IDBObjectStore,
  state: S,
  owner: OwnerKey,
  call: CallName,
): Promise<EntryIn<S> | undefined> {
  const seq: unknown = await done(store.get(callKey(state, owner, call)));
  if (typeof seq !== 'number') return undefined;
  const read = await getEntry(store, state, owner, seq);
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
