/**
 * The queue's IndexedDB store: one key per record, laid out so that counting and finding read no values.
 *
 * | Key | Value |
 * |---|---|
 * | `['queued' / 'refused' / 'sent', owner, seq]` | an entry |
 * | `['queued-call' / …, owner, kind, subject, …]` | the seq of the call's entry in that state |
 * | `['untried', owner, seq]` | the id of an entry that 取り消す may delete, until a sender claims it (undo.ts) |
 * | `['unreadable', owner, seq]` | a record that did not parse, unchanged |
 * | `['seq']` | the last seq used |
 * | `['mark']` | the id of this queue: a queue that replaced a deleted one has another (eviction-detector.ts) |
 * | `['pause', owner]`, `['receipts', owner]`, `['healing', owner]`, `['wipe', owner]` | small records, each read by one file |
 */
import { promisifyRequest } from 'idb-keyval';

import type { OwnerKey } from '@/session/session';
import { createDeviceStore } from '@/storage/device-store';
import { StorageError, toStorageError } from '@/storage/storage-error';

const queueStore = createDeviceStore('queue', 'queue');

export type StoreKey = [string, ...(string | number)[]];

/** The range of all keys that start with `prefix`: an empty array sorts after every string and number. */
export function rangeOf(...prefix: StoreKey): IDBKeyRange {
  return IDBKeyRange.bound(prefix, [...prefix, []]);
}

/**
 * Runs `work` in one transaction on the queue's store. When a read-write one resolves, its changes are on the device.
 *
 * @throws {StorageError} when the device fails; then nothing was changed.
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

/** Resolves with the result of one request inside a transaction. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return promisifyRequest<T>(request);
}

/** Refuses to write for an owner who is signing out. @throws {StorageError} `leaving` then. */
export async function requireStaying(store: IDBObjectStore, owner: OwnerKey): Promise<void> {
  if (await isLeaving(store, owner)) throw new StorageError('leaving');
}

/** Returns true from the start of the owner's sign-out until they sign in again. */
export async function isLeaving(store: IDBObjectStore, owner: OwnerKey): Promise<boolean> {
  return (await done(store.getKey(['wipe', owner]))) !== undefined;
}
