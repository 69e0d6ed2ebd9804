/**
 * Counts calls on this device that the signed-in owner cannot send: other people's, and those for other API hosts.
 * Numbers only, no contents.
 */
import type { OwnerKey } from '@/session/session';

import { done, rangeOf, type StoreKey, transact } from './queue-store';

/** The calls of other owners for one API host. */
export interface OtherOwnersCount {
  apiHost: string;
  /** The number of waiting calls and of refused calls (要確認). */
  count: number;
}

/** Lists the owners who have records in a state; reads one key per owner. */
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
 * Counts the calls of other owners, by API host.
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
