/**
 * Manages the stores whose records belong to an owner. A sign-out wipes all of them without knowing the code that uses
 * them.
 */
import { promisifyRequest } from 'idb-keyval';

import { createDeviceStore, type DeviceStore } from './device-store';

/**
 * Every store of owned records, by name. A new one needs an entry in `STORES` of wipe.ts: what a sign-out keeps of it.
 */
const ownedStores = {
  queries: createDeviceStore('queries', 'queries'),
  'reading-positions': createDeviceStore('reading-positions', 'positions'),
  drafts: createDeviceStore('drafts', 'drafts'),
  reviews: createDeviceStore('reviews', 'reviews'),
  packs: createDeviceStore('packs', 'packs'),
  completions: createDeviceStore('completions', 'completions'),
} satisfies Record<string, DeviceStore>;
export type OwnedStoreName = keyof typeof ownedStores;

/**
 * Separator of owner and key. Ids contain no `|` (docs/wire.md), so the range of one owner's keys never includes
 * another owner's keys.
 */
function keyOf(owner: string, key: string): string {
  return `${owner}|${key}`;
}

function rangeOf(owner: string): IDBKeyRange {
  return IDBKeyRange.bound(`${owner}|`, `${owner}|\uffff`);
}

/** The key that exists in each store while its owner is signing out. No owner starts with `#`. */
function leavingKey(owner: string): string {
  return `#leaving|${owner}`;
}

/** Opens a store ahead of the first read. @throws {DOMException} of the database. */
export function openOwned(name: OwnedStoreName): Promise<void> {
  return ownedStores[name]('readonly', () => undefined);
}

/** Reads one record; undefined if there is none. @throws {DOMException} of the database. */
export function readOwned(name: OwnedStoreName, owner: string, key: string): Promise<unknown> {
  return ownedStores[name]('readonly', (store) => promisifyRequest<unknown>(store.get(keyOf(owner, key))));
}

/** Lists an owner's records; the returned keys do not contain the owner. @throws {DOMException} of the database. */
export function listOwned(name: OwnedStoreName, owner: string): Promise<[key: string, value: unknown][]> {
  return ownedStores[name]('readonly', async (store) => {
    const range = rangeOf(owner);
    const [keys, values] = await Promise.all([
      promisifyRequest(store.getAllKeys(range)),
      promisifyRequest<unknown[]>(store.getAll(range)),
    ]);
    return keys.map((key, index) => [(key as string).slice(owner.length + 1), values[index]]);
  });
}

/**
 * Runs a custom read on an owner's records in one transaction.
 *
 * @param scan `toKey` adds the owner to a key.
 * @throws {DOMException} of the database.
 */
export function scanOwned<T>(
  name: OwnedStoreName,
  owner: string,
  scan: (store: IDBObjectStore, toKey: (key: string) => string) => Promise<T>,
): Promise<T> {
  return ownedStores[name]('readonly', (store) => scan(store, (key) => keyOf(owner, key)));
}

/** Access to one owner's records inside a transaction. */
export interface OwnedRecords {
  read: (key: string) => Promise<unknown>;
  keep: (key: string, value: unknown) => Promise<unknown>;
  drop: (key: string) => Promise<unknown>;
}

/**
 * Reads and changes records in one transaction, isolated from other tabs. The transaction also checks that the owner is
 * not signing out, so a late write after a sign-out leaves nothing on the device (docs/offline.md, "Sign-out").
 *
 * @param change may await only these records; it runs again after a lost connection.
 * @param isInterruptible true if the transaction may be interrupted and run again later (device-store.ts).
 * @returns false if the owner is signing out and nothing was changed.
 * @throws {DOMException} of the database.
 */
export function changeOwned(
  name: OwnedStoreName,
  owner: string,
  change: (records: OwnedRecords) => Promise<unknown>,
  isInterruptible = false,
): Promise<boolean> {
  const run = async (store: IDBObjectStore) => {
    if (await promisifyRequest<unknown>(store.get(leavingKey(owner)))) return false;
    await change({
      read: (key) => promisifyRequest<unknown>(store.get(keyOf(owner, key))),
      keep: (key, value) => promisifyRequest(store.put(value, keyOf(owner, key))),
      drop: (key) => promisifyRequest(store.delete(keyOf(owner, key))),
    });
    return true;
  };
  return ownedStores[name]('readwrite', run, isInterruptible);
}

/** Writes one record; see {@link changeOwned}. */
export function keepOwned(name: OwnedStoreName, owner: string, key: string, value: unknown): Promise<boolean> {
  return changeOwned(name, owner, ({ keep }) => keep(key, value));
}

/** Deletes one record. @throws {DOMException} of the database. */
export function dropOwned(name: OwnedStoreName, owner: string, key: string): Promise<void> {
  return ownedStores[name]('readwrite', (store) => promisifyRequest(store.delete(keyOf(owner, key))));
}

/** The records that a sign-out keeps in a store, hidden until their owner signs in again. */
export interface KeptRecords {
  /** Prefix of the keys of records that are kept; '' for all. */
  prefix: string;
  /** Set if the deleted records leave their keys behind: the keys are stored under the prefix. */
  keepsKeys?: true;
}

/** Returns the ranges of an owner's keys that are deleted. */
function rangesToDelete(owner: string, kept: KeptRecords | undefined): IDBKeyRange[] {
  if (!kept) return [rangeOf(owner)];
  if (!kept.prefix) return [];
  const { lower, upper } = rangeOf(owner);
  const first = keyOf(owner, kept.prefix);
  return [IDBKeyRange.bound(lower, first, false, true), IDBKeyRange.bound(`${first}\uffff`, upper)];
}

/**
 * Deletes an owner's records from all stores and refuses new ones until {@link admitOwned}.
 *
 * @param kept the records to keep, by store; in a store that is left out, none are kept.
 * @throws {DOMException} of the database.
 */
export async function wipeOwned(
  owner: string,
  kept: Partial<Record<OwnedStoreName, KeptRecords | undefined>> = {},
): Promise<void> {
  const wipe = (name: OwnedStoreName) => (store: IDBObjectStore) => {
    store.put(true, leavingKey(owner));
    const { [name]: keptHere } = kept;
    const deleteRange = async (range: IDBKeyRange) => {
      if (keptHere?.keepsKeys) {
        for (const key of await promisifyRequest(store.getAllKeys(range)))
          store.put(true, keyOf(owner, keptHere.prefix + (key as string).slice(owner.length + 1)));
      }
      return promisifyRequest(store.delete(range));
    };
    return Promise.all(rangesToDelete(owner, keptHere).map(deleteRange));
  };
  const names = Object.keys(ownedStores) as OwnedStoreName[];
  await Promise.all(names.map((name) => ownedStores[name]('readwrite', wipe(name))));
}

/** Allows writes for an owner again. @throws {DOMException} of the database. */
export async function admitOwned(owner: string): Promise<void> {
  const admit = (store: IDBObjectStore) => promisifyRequest(store.delete(leavingKey(owner)));
  await Promise.all(Object.values(ownedStores).map((run) => run('readwrite', admit)));
}
