/** What waits on this device and is not the owner's to send: of other people, and for other API hosts. Numbers, no contents. */
import type { OwnerKey } from '@/session/session';

import { done, rangeOf, type StoreKey, transact } from './queue-store';

/** What waits for one API host, of people who are not signed in. */
export interface OtherOwnersCount {
  apiHost: string;
  /** Also what needs a look. */
  count: number;
}

/** The owners who have something under a state, found by one key each. */
async function listOwners(store: IDBObjectStore, state: string): Promise<string[]> {
  const owners: string[] = [];
  let range = rangeOf(state);
  for (;;) {
    const key = (await done(store.getKey(range))) as StoreKey | undefined;
    if (!key) return owners;
    const owner = key[1] as string;
    owners.push(owner);
    range = IDBKeyRange.bound([state, owner, []], [state, []], true);
  }
}

/**
 * Counts by API host what waits on this device and is not this owner's.
 *
 * @throws {StorageError} when the device fails.
 */
export function countOtherOwners(owner: OwnerKey): Promise<OtherOwnersCount[]> {
  return transact('readonly', async (store) => {
    const counts = new Map<string, number>();
    for (const state of ['queued', 'refused', 'unreadable']) {
      for (const other of await listOwners(store, state)) {
        if (other === owner) continue;
        const apiHost = other.slice(0, other.lastIndexOf('|'));
        const count = await done(store.count(rangeOf(state, other)));
        counts.set(apiHost, (counts.get(apiHost) ?? 0) + count);
      }
    }
    return [...counts].map(([apiHost, count]) => ({ apiHost, count }));
  });
}
