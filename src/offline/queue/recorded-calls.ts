/** Reads all calls of an owner that wait or were received, with contents: all of them once, then only new ones. */
import type { OwnerKey } from '@/session/session';

import type { QueuedEntry, SentEntry } from './entries';
import { readRecord } from './entries';
import { readRaw } from './queue-pages';
import { done, rangeOf, type StoreKey, transact } from './queue-store';

/** Keys listed and entries read per request: 10,000 calls must not block the page. */
const KEYS_BATCH = 1000;
const READ_BATCH = 100;

/** A call that counts for the learner: it waits, or was received. */
export type RecordedEntry = QueuedEntry | SentEntry;

interface Place {
  state: RecordedEntry['state'];
  seq: number;
  /** Cache key made of state, call and seq: while the key is the same, the entry has not changed. */
  cacheKey: string;
}

async function placesIn(store: IDBObjectStore, state: Place['state'], owner: OwnerKey): Promise<Place[]> {
  const places: Place[] = [];
  const { lower, upper } = rangeOf(`${state}-call`, owner);
  let range: IDBKeyRange | undefined = IDBKeyRange.bound(lower, upper);
  while (range) {
    const [keys, seqs]: [IDBValidKey[], unknown[]] = await Promise.all([
      done(store.getAllKeys(range, KEYS_BATCH)),
      done<unknown[]>(store.getAll(range, KEYS_BATCH)),
    ]);
    for (const [index, key] of keys.entries()) {
      const seq = Number(seqs[index]);
      places.push({ state, seq, cacheKey: `${(key as StoreKey).join('|')}|${seq}` });
    }
    range = keys.length === KEYS_BATCH ? IDBKeyRange.bound(keys.at(-1), upper, true) : undefined;
  }
  return places;
}

/**
 * Lists the keys of all entries, and the queue's mark: in a queue that replaced a deleted one, seqs start at 1 again.
 */
function listPlaces(owner: OwnerKey): Promise<{ mark: string | undefined; places: Place[] }> {
  return transact('readonly', async (store) => {
    const [mark, queued, sent] = await Promise.all([
      done<unknown>(store.get(['mark'])),
      placesIn(store, 'queued', owner),
      placesIn(store, 'sent', owner),
    ]);
    return { mark: JSON.stringify(mark), places: [...queued, ...sent] };
  });
}

/** Reads the entries with the given keys of one state, page by page, because most of these keys are adjacent. */
async function readPlaces(
  owner: OwnerKey,
  state: Place['state'],
  places: readonly Place[],
  onEntry: (cacheKey: string, entry: RecordedEntry) => void,
): Promise<void> {
  let left = [...places].sort((a, b) => a.seq - b.seq);
  while (left[0]) {
    const limit = Math.min(left.length, READ_BATCH);
    const { keys, values } = await readRaw(state, owner, { after: left[0].seq - 1, limit });
    const valueAt = new Map(keys.map((key, index) => [Number(key[2]), values[index]]));
    const last = keys.length < limit ? Number.POSITIVE_INFINITY : Number(keys.at(-1)?.[2]);
    for (const { seq, cacheKey } of left) {
      if (seq > last) break;
      const read = readRecord(valueAt.get(seq), state, owner, seq);
      if (read.kind === 'entry') onEntry(cacheKey, read.entry);
    }
    left = left.filter(({ seq }) => seq > last);
  }
}

/**
 * Creates the reader of one owner's recorded calls. It returns all of them, unordered, and the same array as before if
 * nothing has changed. It throws a StorageError when the device fails.
 */
export function createCallReader(owner: OwnerKey): () => Promise<readonly RecordedEntry[]> {
  let known = new Map<string, RecordedEntry>();
  let entries: readonly RecordedEntry[] = [];
  let knownMark: string | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let next: Promise<readonly RecordedEntry[]> | undefined;

  async function read(): Promise<readonly RecordedEntry[]> {
    const { mark, places } = await listPlaces(owner);
    if (mark !== knownMark) [known, entries, knownMark] = [new Map<string, RecordedEntry>(), [], mark];
    const unknown = places.filter(({ cacheKey }) => !known.has(cacheKey));
    if (unknown.length === 0 && places.length === known.size) return entries;
    for (const state of ['queued', 'sent'] as const) {
      const some = unknown.filter((place) => place.state === state);
      await readPlaces(owner, state, some, (cacheKey, entry) => known.set(cacheKey, entry));
    }
    const found = places.flatMap(({ cacheKey }) => {
      const entry = known.get(cacheKey);
      return entry ? [[cacheKey, entry] as const] : [];
    });
    known = new Map(found);
    entries = [...known.values()];
    return entries;
  }

  // Only one read runs at a time. All callers that arrive during a read share the next one.
  return () => {
    next ??= turn.then(() => {
      next = undefined;
      return read();
    });
    turn = next.catch(() => undefined);
    return next;
  };
}
