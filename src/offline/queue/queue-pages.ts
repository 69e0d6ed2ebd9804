/** Reads the queue's entries page by page, in the order of seq, and moves records that do not parse to `unreadable`. */
import type { OwnerKey } from '@/session/session';

import type { EntryIn, EntryState } from './entries';
import { readRecord } from './entries';
import { done, rangeOf, type StoreKey, transact } from './queue-store';

/** Upper bound of entries per page, so that no list reads 10,000 records at once. */
export const PAGE_SIZE = 100;

/** The part of a list after a seq, at most `limit` entries. */
export interface ListPage {
  after?: number;
  limit?: number;
}

export interface RawPage {
  keys: StoreKey[];
  values: unknown[];
}

export async function readRaw(
  state: string,
  owner: OwnerKey,
  { after = 0, limit = PAGE_SIZE }: ListPage,
): Promise<RawPage> {
  const range = IDBKeyRange.bound([state, owner, after], [state, owner, []], true);
  return transact('readonly', async (store) => {
    const [keys, values] = await Promise.all([
      done(store.getAllKeys(range, limit)),
      done<unknown[]>(store.getAll(range, limit)),
    ]);
    return { keys: keys as StoreKey[], values };
  });
}

/** One page of entries. `last`: the seq after which the next page starts, undefined at the end. */
export interface EntryPage<S extends EntryState> {
  entries: EntryIn<S>[];
  /** The number of records of a newer version on the page. */
  newer: number;
  last?: number;
}

/**
 * Reads one page of entries in the order of seq. Records that do not parse are moved to `unreadable`; those of a newer
 * version are not moved. The page contains neither.
 *
 * @throws {StorageError} when the device fails.
 */
export async function readPage<S extends EntryState>(
  state: S,
  owner: OwnerKey,
  page: ListPage = {},
): Promise<EntryPage<S>> {
  const { keys, values } = await readRaw(state, owner, page);
  const reads = keys.map((key, index) => ({
    seq: Number(key[2]),
    read: readRecord(values[index], state, owner, Number(key[2])),
  }));
  const unreadable = reads.filter(({ read }) => read.kind === 'unreadable').map(({ seq }) => seq);
  if (unreadable.length > 0) await setAside(state, owner, unreadable);
  const entries = reads.flatMap(({ read }) => (read.kind === 'entry' ? [read.entry] : []));
  const newer = reads.filter(({ read }) => read.kind === 'newer').length;
  return { entries, newer, last: keys.length === (page.limit ?? PAGE_SIZE) ? reads.at(-1)?.seq : undefined };
}

/** Moves records that do not parse to `unreadable`, unchanged: they cause no crash and are never deleted. */
function setAside(state: EntryState, owner: OwnerKey, seqs: readonly number[]): Promise<void> {
  return transact('readwrite', async (store) => {
    for (const seq of seqs) {
      const raw: unknown = await done(store.get([state, owner, seq]));
      if (raw === undefined || readRecord(raw, state, owner, seq).kind !== 'unreadable') continue;
      store.put(raw, ['unreadable', owner, seq]);
      store.delete([state, owner, seq]);
    }
    await deleteIndexRecords(store, state, owner, seqs);
  });
}

/** Deletes the index records of these seqs. */
async function deleteIndexRecords(store: IDBObjectStore, state: EntryState, owner: OwnerKey, seqs: readonly number[]) {
  const range = rangeOf(`${state}-call`, owner);
  const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done<unknown[]>(store.getAll(range))]);
  for (const [index, key] of keys.entries()) if (seqs.includes(Number(values[index]))) store.delete(key);
}
