/** The queue as screens read it: counts and marks from keys alone, entries a page at a time. */
import type { EntryIn, EntryState, QueuedEntry, RefusedEntry, SentEntry } from './entries';
import { readRecord } from './entries';
import { done, entryStates, rangeOf, type StoreKey, transact } from './queue-store';
import type { CallKind } from './queued-calls';

/** The most entries that one page of a list holds, so that no list ever reads 10,000 records at once. */
const PAGE_SIZE = 100;

/** How many of an owner's calls stand where. */
export interface QueueCounts {
  waiting: number;
  refused: number;
  /** Records that did not parse: shown under 要確認. */
  unreadable: number;
  receipts: number;
}

/** Counts by keys, however many there are. @throws {StorageError} when the device fails. */
export function countQueue(owner: string): Promise<QueueCounts> {
  return transact('readonly', async (store) => {
    const [waiting, refused, unreadable, receipts] = await Promise.all([
      done(store.count(rangeOf('queued', owner))),
      done(store.count(rangeOf('refused', owner))),
      done(store.count(rangeOf('unreadable', owner))),
      done(store.count(rangeOf('sent', owner))),
    ]);
    return { waiting, refused, unreadable, receipts };
  });
}

/**
 * How many calls of all owners wait or need a look: for the login screen, numbers and nothing else.
 *
 * @throws {StorageError} when the device fails.
 */
export function countWaiting(): Promise<{ waiting: number; refused: number }> {
  return transact('readonly', async (store) => {
    const [waiting, refused, unreadable] = await Promise.all([
      done(store.count(rangeOf('queued'))),
      done(store.count(rangeOf('refused'))),
      done(store.count(rangeOf('unreadable'))),
    ]);
    return { waiting, refused: refused + unreadable };
  });
}

/** What is known on this device about one lesson or question set, for read marks and results. */
export interface Mark {
  state: EntryState;
  kind: CallKind;
  /** The id of the lesson or question set. */
  subject: string;
}

/** Marks of all that waits, was refused or has a receipt, from keys alone. @throws {StorageError} when the device fails. */
export function listMarks(owner: string): Promise<Mark[]> {
  return transact('readonly', async (store) => {
    const keys = await Promise.all(entryStates.map((state) => done(store.getAllKeys(rangeOf(`${state}-call`, owner)))));
    return entryStates.flatMap((state, index) =>
      (keys[index] ?? []).map((key) => {
        const [, , kind, subject] = key as [string, string, CallKind, string];
        return { state, kind, subject };
      }),
    );
  });
}

/** Which part of a list: what comes after a seq, at most `limit`. */
export interface ListPage {
  after?: number;
  limit?: number;
}

interface RawPage {
  keys: StoreKey[];
  values: unknown[];
}

async function readRaw(state: string, owner: string, { after = 0, limit = PAGE_SIZE }: ListPage): Promise<RawPage> {
  const range = IDBKeyRange.bound([state, owner, after], [state, owner, []], true);
  return transact('readonly', async (store) => {
    const [keys, values] = await Promise.all([
      done(store.getAllKeys(range, limit)),
      done<unknown[]>(store.getAll(range, limit)),
    ]);
    return { keys: keys as StoreKey[], values };
  });
}

/** One page of entries; `last` is the seq to go on after, undefined at the end. */
export interface EntryPage<S extends EntryState> {
  entries: EntryIn<S>[];
  last?: number;
}

/**
 * Reads one page of entries in the order of seq. Records that do not parse are set aside, those of a newer version
 * left alone; neither is in the page.
 *
 * @throws {StorageError} when the device fails.
 */
export async function readPage<S extends EntryState>(
  state: S,
  owner: string,
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
  return { entries, last: keys.length === (page.limit ?? PAGE_SIZE) ? reads.at(-1)?.seq : undefined };
}

/** Moves records that do not parse out of the way, raw as they are: never a crash, never a wipe. */
function setAside(state: EntryState, owner: string, seqs: readonly number[]): Promise<void> {
  return transact('readwrite', async (store) => {
    for (const seq of seqs) {
      const raw: unknown = await done(store.get([state, owner, seq]));
      if (raw === undefined || readRecord(raw, state, owner, seq).kind !== 'unreadable') continue;
      store.put(raw, ['unreadable', owner, seq]);
      store.delete([state, owner, seq]);
    }
    await dropLeads(store, state, owner, seqs);
  });
}

/** Drops the small records that lead to entries which are no longer there. */
async function dropLeads(store: IDBObjectStore, state: EntryState, owner: string, seqs: readonly number[]) {
  const range = rangeOf(`${state}-call`, owner);
  const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done<unknown[]>(store.getAll(range))]);
  for (const [index, key] of keys.entries()) if (seqs.includes(Number(values[index]))) store.delete(key);
}

/** What waits, oldest first. @throws {StorageError} when the device fails. */
export async function listQueue(owner: string, page?: ListPage): Promise<QueuedEntry[]> {
  return (await readPage('queued', owner, page)).entries;
}

/** What the server refused (要確認), oldest first. @throws {StorageError} when the device fails. */
export async function listRefused(owner: string, page?: ListPage): Promise<RefusedEntry[]> {
  return (await readPage('refused', owner, page)).entries;
}

/** What the server has received (送信済み), newest first. @throws {StorageError} when the device fails. */
export async function listReceipts(owner: string, limit: number = PAGE_SIZE): Promise<SentEntry[]> {
  const keys = await transact('readonly', (store) => done(store.getAllKeys(rangeOf('sent', owner))));
  const from = keys.at(-limit) as StoreKey | undefined;
  const after = from ? Number(from[2]) - 1 : 0;
  return (await readPage('sent', owner, { after, limit })).entries.toReversed();
}

/** What did not parse, raw, for コピー and 破棄. @throws {StorageError} when the device fails. */
export async function listUnreadable(owner: string): Promise<{ seq: number; raw: unknown }[]> {
  const { keys, values } = await readRaw('unreadable', owner, {});
  return keys.map((key, index) => ({ seq: Number(key[2]), raw: values[index] }));
}

/**
 * The entries about one lesson or question set, in a state, oldest first: what the review screen shows as waiting.
 *
 * @throws {StorageError} when the device fails.
 */
export async function findAbout<S extends EntryState>(
  state: S,
  owner: string,
  kind: CallKind,
  subject: string,
): Promise<EntryIn<S>[]> {
  return transact('readonly', async (store) => {
    const seqs = await done<unknown[]>(store.getAll(rangeOf(`${state}-call`, owner, kind, subject), PAGE_SIZE));
    const raws = await Promise.all(seqs.map((seq) => done<unknown>(store.get([state, owner, Number(seq)]))));
    const reads = raws.map((raw, index) => readRecord(raw, state, owner, Number(seqs[index])));
    const entries = reads.flatMap((read) => (read.kind === 'entry' ? [read.entry] : []));
    return entries.toSorted((a, b) => a.seq - b.seq);
  });
}
