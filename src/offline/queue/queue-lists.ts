/** The lists of the queue that screens show: waiting, refused, received and unreadable. */
import type { OwnerKey } from '@/session/session';

import type { Entry, EntryIn, EntryState, ReadRecord, SentEntry } from './entries';
import { readRecord } from './entries';
import { entryStates, findEntry, followCall } from './entry-store';
import { type EntryPage, PAGE_SIZE, readPage, readRaw } from './queue-pages';
import { done, rangeOf, type StoreKey, transact } from './queue-store';
import type { CallKind, CallName } from './queued-calls';
import { textOf, type UnreadableRecord } from './retry-discard';

/**
 * The first entries of a list. `newer`: the number of records among them that a newer version of the app wrote, before
 * a rollback.
 */
export interface EntryList<S extends EntryState> {
  entries: EntryIn<S>[];
  newer: number;
}

/**
 * Reads up to `limit` entries after seq `from`, page by page, so that no single read is long.
 *
 * @throws {StorageError} when the device fails.
 */
export async function readUpTo<S extends EntryState>(
  state: S,
  owner: OwnerKey,
  limit: number,
  from = 0,
): Promise<EntryList<S>> {
  const entries: EntryIn<S>[] = [];
  let newer = 0;
  let after: number | undefined = from;
  while (after !== undefined && entries.length < limit) {
    const page: EntryPage<S> = await readPage(state, owner, {
      after,
      limit: Math.min(PAGE_SIZE, limit - entries.length),
    });
    entries.push(...page.entries);
    newer += page.newer;
    after = page.last;
  }
  return { entries, newer };
}

/**
 * Returns the seq after which the last `count` entries of a list begin; undefined if the list has no more than that.
 */
function findSeqFromEnd(state: EntryState, owner: OwnerKey, count: number): Promise<number | undefined> {
  return transact('readonly', async (store) => {
    const cursor = await done(store.openKeyCursor(rangeOf(state, owner), 'prev'));
    cursor?.advance(count);
    const at = cursor && (await done(cursor.request as typeof cursor.request & IDBRequest<IDBCursor | null>));
    return at ? Number((at.key as StoreKey)[2]) : undefined;
  });
}

/** Lists receipts (送信済み), newest first. @throws {StorageError} when the device fails. */
export async function listReceipts(owner: OwnerKey, limit: number = PAGE_SIZE): Promise<SentEntry[]> {
  const after = await findSeqFromEnd('sent', owner, limit);
  return (await readUpTo('sent', owner, limit, after)).entries.reverse();
}

/**
 * Lists records that did not parse, which the learner can copy (コピー) and discard (破棄). @throws {StorageError} when the
 * device fails.
 */
export async function listUnreadable(owner: OwnerKey, limit: number = PAGE_SIZE): Promise<UnreadableRecord[]> {
  const { keys, values } = await readRaw('unreadable', owner, { limit });
  return keys.map((key, index) => ({ seq: Number(key[2]), text: textOf(values[index]) }));
}

/**
 * Lists the newest entries about one lesson or question set in a state, oldest first: at most {@link PAGE_SIZE}, even
 * of thousands.
 *
 * @throws {StorageError} when the device fails.
 */
export function findAbout<S extends EntryState>(
  state: S,
  owner: OwnerKey,
  kind: CallKind,
  subject: string,
): Promise<EntryIn<S>[]> {
  return transact('readonly', async (store) => {
    const all = await done<unknown[]>(store.getAll(rangeOf(`${state}-call`, owner, kind, subject)));
    const seqs = all.map(Number).sort((a, b) => a - b);
    const newest = seqs.slice(-PAGE_SIZE);
    const raws = await Promise.all(newest.map((seq) => done<unknown>(store.get([state, owner, seq]))));
    const reads = raws.map((raw, index) => readRecord(raw, state, owner, newest[index] ?? 0));
    return reads.flatMap((read) => (read.kind === 'entry' ? [read.entry] : []));
  });
}

/** Finds the entry of a call in any state; undefined if there is none. @throws {StorageError} when the device fails. */
export function findCall(owner: OwnerKey, call: CallName): Promise<Entry | undefined> {
  return transact('readonly', async (store) => {
    const found = await Promise.all(entryStates.map((state) => findEntry(store, state, owner, call)));
    return found.find((entry) => entry !== undefined);
  });
}

/**
 * Finds the record of a call in any state, and how it parses: an unreadable record stays in its state until its list is
 * read.
 *
 * @returns undefined if there is none. @throws {StorageError} when the device fails.
 */
export function findRecord(
  owner: OwnerKey,
  call: CallName,
): Promise<{ state: EntryState; kind: ReadRecord<EntryState>['kind'] } | undefined> {
  return transact('readonly', async (store) => {
    const find = async (state: EntryState) => {
      const read = await followCall(store, state, owner, call);
      return read && { state, kind: read.kind };
    };
    return (await Promise.all(entryStates.map(find))).find((found) => found !== undefined);
  });
}
