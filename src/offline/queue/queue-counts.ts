/** What is known of the queue from its keys alone, however much lies in it: counts, and where each call stands (docs/decisions/0046). */
import type { OwnerKey } from '@/session/session';

import type { EntryState } from './entries';
import { done, rangeOf, type StoreKey, transact } from './queue-store';
import type { CallKind } from './queued-calls';

/** The localStorage key, followed by the owner, of the last known counts of their queue (eviction/eviction-detector.ts). */
export const QUEUE_SNAPSHOT_KEY = 'manabiba-queue|';

/** How many of an owner's calls stand where. */
export interface QueueCounts {
  waiting: number;
  refused: number;
  /** Records that did not parse: shown under 要確認. */
  unreadable: number;
  receipts: number;
}

/** Counts by keys, however many there are. @throws {StorageError} when the device fails. */
export function countQueue(owner: OwnerKey): Promise<QueueCounts> {
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

/** Whether anything waits or has a receipt: one key, where counting reads them all. @throws {StorageError} when the device fails. */
export function hasCalls(owner: OwnerKey): Promise<boolean> {
  return transact('readonly', async (store) => {
    const ranges = [rangeOf('queued', owner), rangeOf('sent', owner)];
    const keys = await Promise.all(ranges.map((range) => done(store.getKey(range))));
    return keys.some((key) => key !== undefined);
  });
}

/**
 * How many calls wait for another API host than the owner's, which nothing here sends; what waits for this one is not
 * even looked at.
 *
 * @throws {StorageError} when the device fails.
 */
export function countForOtherHosts(owner: OwnerKey): Promise<number> {
  const host = owner.slice(0, owner.lastIndexOf('|') + 1);
  const { lower, upper } = rangeOf('queued');
  return transact('readonly', async (store) => {
    const [before, behind] = await Promise.all([
      done(store.count(IDBKeyRange.bound(lower, ['queued', host]))),
      done(store.count(IDBKeyRange.bound(['queued', `${host}\uffff`], upper))),
    ]);
    return before + behind;
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

/** Where a call about one lesson or question set stands, for read marks and results. */
export interface CallState {
  state: EntryState;
  kind: CallKind;
  /** The id of the lesson or question set. */
  subject: string;
}

/** So many keys are read in one go; what else there is of the last one's subject is passed over. */
const KEYS_BATCH = 100;

function markOf(state: EntryState, key: StoreKey): CallState {
  const [, , kind, subject] = key as [string, string, CallKind, string];
  return { state, kind, subject };
}

/** Each subject once. */
async function listMarks(store: IDBObjectStore, state: EntryState, owner: OwnerKey): Promise<CallState[]> {
  const marks = new Map<string, CallState>();
  const { lower, upper } = rangeOf(`${state}-call`, owner);
  let from: unknown = lower;
  while (from !== undefined) {
    const keys = (await done(store.getAllKeys(IDBKeyRange.bound(from, upper), KEYS_BATCH))) as StoreKey[];
    for (const key of keys) marks.set(key.slice(2, 4).join(), markOf(state, key));
    // An empty array sorts after every id.
    from = keys.length === KEYS_BATCH ? [...(keys.at(-1) ?? []).slice(0, 4), []] : undefined;
  }
  return [...marks.values()];
}

/**
 * Where each lesson and question set stands, from keys alone and few of them: of ten thousand answers to one set a hundred.
 * What was refused is listed call by call, for each is looked at.
 *
 * @throws {StorageError} when the device fails.
 */
export function listCallStates(owner: OwnerKey): Promise<CallState[]> {
  return transact('readonly', async (store) => {
    const [queued, refused, sent] = await Promise.all([
      listMarks(store, 'queued', owner),
      done(store.getAllKeys(rangeOf('refused-call', owner))),
      listMarks(store, 'sent', owner),
    ]);
    return [...queued, ...refused.map((key) => markOf('refused', key as StoreKey)), ...sent];
  });
}

/** How many calls of a kind wait or were refused. @throws {StorageError} when the device fails. */
export function countUnreceived(owner: OwnerKey, kind: CallKind): Promise<number> {
  return transact('readonly', async (store) => {
    const places = ['queued-call', 'refused-call'];
    const counts = await Promise.all(places.map((place) => done(store.count(rangeOf(place, owner, kind)))));
    return counts.reduce((sum, count) => sum + count, 0);
  });
}
