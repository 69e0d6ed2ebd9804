/** All calls of an owner that wait or were received, with their contents: read once, then only what is new. */
import type { OwnerKey } from '@/session/session';

import type { QueuedEntry, SentEntry } from './entries';
import { readRecord } from './entries';
import { readRaw } from './queue-pages';
import { done, rangeOf, type StoreKey, transact } from './queue-store';

/** So many keys are listed, and so many entries read, in one go: 10,000 must not keep the page from answering. */
const KEYS_BATCH = 1000;
const READ_BATCH = 100;

/** A call that counts: it waits, or was received. */
export type RecordedEntry = QueuedEntry | SentEntry;

interface Place {
  state: RecordedEntry['state'];
  seq: number;
  /** State, call and seq: what lies there does not change as long as this does not. */
  word: string;
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
      places.push({ state, seq, word: `${(key as StoreKey).join('|')}|${seq}` });
    }
    range = keys.length === KEYS_BATCH ? IDBKeyRange.bound(keys.at(-1), upper, true) : undefined;
  }
  return places;
}

/** Where they lie, and the mark of the queue: in one that the browser has deleted numbers begin anew. */
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

/** Reads what lies at places of one state, a page at a time from the first of them on: most lie side by side. */
async function readPlaces(
  owner: OwnerKey,
  state: Place['state'],
  places: readonly Place[],
  onEntry: (word: string, entry: RecordedEntry) => void,
): Promise<void> {
  let left = places.toSorted((a, b) => a.seq - b.seq);
  while (left[0]) {
    const limit = Math.min(left.length, READ_BATCH);
    const { keys, values } = await readRaw(state, owner, { after: left[0].seq - 1, limit });
    const valueAt = new Map(keys.map((key, index) => [Number(key[2]), values[index]]));
    const last = keys.length < limit ? Number.POSITIVE_INFINITY : Number(keys.at(-1)?.[2]);
    for (const { seq, word } of left) {
      if (seq > last) break;
      const read = readRecord(valueAt.get(seq), state, owner, seq);
      if (read.kind === 'entry') onEntry(word, read.entry);
    }
    left = left.filter(({ seq }) => seq > last);
  }
}

/**
 * Makes the reader of one owner's recorded calls. It answers with all of them, in no order, and with the same array as
 * before when nothing has changed; it throws a StorageError when the device fails.
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
    const unknown = places.filter(({ word }) => !known.has(word));
    if (unknown.length === 0 && places.length === known.size) return entries;
    for (const state of ['queued', 'sent'] as const) {
      const some = unknown.filter((place) => place.state === state);
      await readPlaces(owner, state, some, (word, entry) => known.set(word, entry));
    }
    const found = places.flatMap(({ word }) => {
      const entry = known.get(word);
      return entry ? [[word, entry] as const] : [];
    });
    known = new Map(found);
    entries = [...known.values()];
    return entries;
  }

  // One after the other: who asks meanwhile finds read what the one before has read, and all of them share one reading.
  return () => {
    next ??= turn.then(() => {
      next = undefined;
      return read();
    });
    turn = next.catch(() => undefined);
    return next;
  };
}
