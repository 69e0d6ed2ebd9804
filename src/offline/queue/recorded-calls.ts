/** All calls of an owner that wait or were received, with their contents: read once, then only what is new. */
import type { OwnerKey } from '@/session/session';

import type { EntryIn, QueuedEntry, SentEntry } from './entries';
import { readRecord } from './entries';
import { done, rangeOf, type StoreKey, transact } from './queue-store';

/** So many are read in one go: 10,000 at the start must not keep the page from answering. */
const READ_AT_ONCE = 100;

/** A call that counts: it waits, or was received. */
export type RecordedEntry = QueuedEntry | SentEntry;

interface Place {
  state: RecordedEntry['state'];
  seq: number;
  /** State, call and seq: what lies there does not change as long as this does not. */
  word: string;
}

async function placesIn(store: IDBObjectStore, state: Place['state'], owner: OwnerKey): Promise<Place[]> {
  const range = rangeOf(`${state}-call`, owner);
  const [keys, seqs] = await Promise.all([done(store.getAllKeys(range)), done<unknown[]>(store.getAll(range))]);
  return keys.map((key, index) => {
    const seq = Number(seqs[index]);
    return { state, seq, word: `${(key as StoreKey).join('|')}|${seq}` };
  });
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

function readPlaces(owner: OwnerKey, places: readonly Place[]): Promise<(EntryIn<Place['state']> | undefined)[]> {
  return transact('readonly', async (store) => {
    const raws = await Promise.all(places.map(({ state, seq }) => done<unknown>(store.get([state, owner, seq]))));
    return places.map(({ state, seq }, index) => {
      const read = readRecord(raws[index], state, owner, seq);
      return read.kind === 'entry' ? read.entry : undefined;
    });
  });
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

  async function read(): Promise<readonly RecordedEntry[]> {
    const { mark, places } = await listPlaces(owner);
    if (mark !== knownMark) [known, entries, knownMark] = [new Map<string, RecordedEntry>(), [], mark];
    const unknown = places.filter(({ word }) => !known.has(word));
    if (unknown.length === 0 && places.length === known.size) return entries;
    for (let from = 0; from < unknown.length; from += READ_AT_ONCE) {
      const some = unknown.slice(from, from + READ_AT_ONCE);
      const found = await readPlaces(owner, some);
      for (const [index, { word }] of some.entries()) {
        const entry = found[index];
        if (entry) known.set(word, entry);
      }
    }
    const found = places.flatMap(({ word }) => {
      const entry = known.get(word);
      return entry ? [[word, entry] as const] : [];
    });
    known = new Map(found);
    entries = [...known.values()];
    return entries;
  }

  // One after the other: who asks meanwhile finds read what the one before has read.
  return () => {
    const reading = turn.then(read);
    turn = reading.catch(() => undefined);
    return reading;
  };
}
