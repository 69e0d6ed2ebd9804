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

const queueStore = createDeviceStore('queue', 'queue');

export type StoreKey = [string, ...(string | number)[]];

/** All keys that start with `prefix`: an empty array sorts after every string and number. */
export function rangeOf(...prefix: StoreKey): IDBKeyRange {
  return IDBKeyRange.bound(prefix, [...prefix, []]);
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
  return (await done(store.getKey(['wipe', owner]))) !== undefined;
}
