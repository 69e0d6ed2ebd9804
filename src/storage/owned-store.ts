/** The stores whose records each belong to somebody: a sign-out finds and empties them all without knowing who uses them. */
import { promisifyRequest } from 'idb-keyval';

import { createDeviceStore, type DeviceStore } from './device-store';

/** Every store of owned records, by name; whoever adds one says in `wipe.ts` what stays of it. */
const ownedStores = {
  queries: createDeviceStore('queries', 'queries'),
  'reading-positions': createDeviceStore('reading-positions', 'positions'),
  drafts: createDeviceStore('drafts', 'drafts'),
  reviews: createDeviceStore('reviews', 'reviews'),
  packs: createDeviceStore('packs', 'packs'),
} satisfies Record<string, DeviceStore>;
export type OwnedStoreName = keyof typeof ownedStores;

/** Ids hold no `|` (docs/wire.md), so one owner's keys are no prefix of another's. */
function keyOf(owner: string, key: string): string {
  return `${owner}|${key}`;
}

function rangeOf(owner: string): IDBKeyRange {
  return IDBKeyRange.bound(`${owner}|`, `${owner}|\uffff`);
}

/** Stands in each store while its owner is leaving; no owner starts with `#`. */
function leavingKey(owner: string): string {
  return `#leaving|${owner}`;
}

/** Opens a store before anything is asked of it. @throws {DOMException} of the database. */
export function openOwned(name: OwnedStoreName): Promise<void> {
  return ownedStores[name]('readonly', () => undefined);
}

/** Reads one record; undefined when there is none. @throws {DOMException} of the database. */
export function readOwned(name: OwnedStoreName, owner: string, key: string): Promise<unknown> {
  return ownedStores[name]('readonly', (store) => promisifyRequest<unknown>(store.get(keyOf(owner, key))));
}

/** Lists an owner's records, keys without the owner. @throws {DOMException} of the database. */
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

/** Looks through an owner's records in another way, inside a transaction. @throws {DOMException} of the database. */
export function scanOwned<T>(
  name: OwnedStoreName,
  owner: string,
  scan: (store: IDBObjectStore, toKey: (key: string) => string) => Promise<T>,
): Promise<T> {
  return ownedStores[name]('readonly', (store) => scan(store, (key) => keyOf(owner, key)));
}

/** One owner's records in a store, inside a transaction. */
export interface OwnedRecords {
  read: (key: string) => Promise<unknown>;
  keep: (key: string, value: unknown) => Promise<unknown>;
  drop: (key: string) => Promise<unknown>;
}

/**
 * Reads and changes records in one transaction, so that no other tab comes in between; unless their owner is leaving:
 * that is checked there too, so a late write after a sign-out leaves nothing behind (docs/offline.md, "Sign-out").
 *
 * @param change waits for these records alone; it runs once more where the connection was lost.
 * @param canWait whether it may be later: a page that the browser freezes would hold up other tabs.
 * @returns false when the owner is leaving and nothing was changed.
 * @throws {DOMException} of the database.
 */
export function changeOwned(
  name: OwnedStoreName,
  owner: string,
  change: (records: OwnedRecords) => Promise<unknown>,
  canWait = false,
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
  return ownedStores[name]('readwrite', run, canWait);
}

/** Keeps one record; see {@link changeOwned}. */
export function keepOwned(name: OwnedStoreName, owner: string, key: string, value: unknown): Promise<boolean> {
  return changeOwned(name, owner, ({ keep }) => keep(key, value));
}

/** Removes one record. @throws {DOMException} of the database. */
export function dropOwned(name: OwnedStoreName, owner: string, key: string): Promise<void> {
  return ownedStores[name]('readwrite', (store) => promisifyRequest(store.delete(keyOf(owner, key))));
}

/** What stays in a store when its owner leaves, where it is nobody else's to see until they are back. */
export interface Stays {
  /** Records whose keys begin so; '' for all of them. */
  prefix: string;
  /** Of each record that goes the key stays, below the prefix. */
  keepsKeys?: true;
}

/** The keys of an owner without those that stay. */
function rangesToForget(owner: string, stays: Stays | undefined): IDBKeyRange[] {
  if (!stays) return [rangeOf(owner)];
  if (!stays.prefix) return [];
  const { lower, upper } = rangeOf(owner);
  const first = keyOf(owner, stays.prefix);
  return [IDBKeyRange.bound(lower, first, false, true), IDBKeyRange.bound(`${first}\uffff`, upper)];
}

/**
 * Removes what these stores hold of an owner, and lets nothing new in.
 *
 * @param stays what stays where; nothing in a store that is left out.
 * @throws {DOMException} of the database.
 */
export async function forgetOwned(
  owner: string,
  stays: Partial<Record<OwnedStoreName, Stays | undefined>> = {},
): Promise<void> {
  const forget = (name: OwnedStoreName) => (store: IDBObjectStore) => {
    store.put(true, leavingKey(owner));
    const { [name]: staying } = stays;
    const forgetRange = async (range: IDBKeyRange) => {
      if (staying?.keepsKeys) {
        for (const key of await promisifyRequest(store.getAllKeys(range)))
          store.put(true, keyOf(owner, staying.prefix + (key as string).slice(owner.length + 1)));
      }
      return promisifyRequest(store.delete(range));
    };
    return Promise.all(rangesToForget(owner, staying).map(forgetRange));
  };
  const names = Object.keys(ownedStores) as OwnedStoreName[];
  await Promise.all(names.map((name) => ownedStores[name]('readwrite', forget(name))));
}

/** Lets an owner's records in again. @throws {DOMException} of the database. */
export async function admitOwned(owner: string): Promise<void> {
  const admit = (store: IDBObjectStore) => promisifyRequest(store.delete(leavingKey(owner)));
  await Promise.all(Object.values(ownedStores).map((run) => run('readwrite', admit)));
}
