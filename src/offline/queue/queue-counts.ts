/**
 * Reads the queue's counts and the state of each call from keys alone, so a long queue costs little
 * (docs/decisions/0046).
 */
import type { OwnerKey } from '@/session/session';

import type { EntryState } from './entries';
import { done, rangeOf, type StoreKey, transact } from './queue-store';
import type { CallKind } from './queued-calls';

/**
 * The localStorage key, followed by the owner, of the last known counts of their queue (eviction/eviction-detector.ts).
 */
export const QUEUE_SNAPSHOT_KEY = 'manabiba-queue|';

/** The numbers of an owner's calls by state. */
export interface QueueCounts {
  waiting: number;
  refused: number;
  /** The number of records that did not parse; listed under 要確認. */
  unreadable: number;
  receipts: number;
}

/** Counts an owner's calls within a transaction. */
export async function countCalls(store: IDBObjectStore, owner: OwnerKey): Promise<QueueCounts> {
  const [waiting, refused, unreadable, receipts] = await Promise.all([
    done(store.count(rangeOf('queued', owner))),
    done(store.count(rangeOf('refused', owner))),
    done(store.count(rangeOf('unreadable', owner))),
    done(store.count(rangeOf('sent', owner))),
  ]);
  return { waiting, refused, unreadable, receipts };
}

/** Counts an owner's calls. @throws {StorageError} when the device fails. */
export function countQueue(owner: OwnerKey): Promise<QueueCounts> {
  return transact('readonly', (store) => countCalls(store, owner));
}

/**
 * Returns true if the owner has waiting calls or receipts. Reads one key of each, where counting reads them all.
 *
 * @throws {StorageError} when the device fails.
 */
export function hasCalls(owner: OwnerKey): Promise<boolean> {
  return transact('readonly', async (store) => {
    const ranges = [rangeOf('queued', owner), rangeOf('sent', owner)];
    const keys = await Promise.all(ranges.map((range) => done(store.getKey(range))));
    return keys.some((key) => key !== undefined);
  });
}

/**
 * Counts the calls that wait for other API hosts than the owner's; this app does not send them. Keys of the owner's
 * host are not read.
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
 * Counts the waiting calls and those under 要確認, of all owners: the login screen shows numbers only.
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

/** The state of a call about one lesson or question set, from which screens show read marks and results. */
export interface CallState {
  state: EntryState;
  kind: CallKind;
  /** The id of the lesson or question set. */
  subject: string;
}

/** Keys read per request. Further keys of the last key's subject are skipped. */
const KEYS_BATCH = 100;

function toCallState(state: EntryState, key: StoreKey): CallState {
  const [, , kind, subject] = key as [string, string, CallKind, string];
  return { state, kind, subject };
}

/** Lists the lessons and question sets that have calls in a state, each once. */
async function listStates(store: IDBObjectStore, state: EntryState, owner: OwnerKey): Promise<CallState[]> {
  const states = new Map<string, CallState>();
  const { lower, upper } = rangeOf(`${state}-call`, owner);
  let from: unknown = lower;
  while (from !== undefined) {
    const keys = (await done(store.getAllKeys(IDBKeyRange.bound(from, upper), KEYS_BATCH))) as StoreKey[];
    for (const key of keys) states.set(key.slice(2, 4).join(), toCallState(state, key));
    // Skip the rest of the last lesson or question set: in IndexedDB an empty array sorts after every string.
    from = keys.length === KEYS_BATCH ? [...(keys.at(-1) ?? []).slice(0, 4), []] : undefined;
  }
  return [...states.values()];
}

/**
 * Lists the state of each lesson and question set. Reads few keys: of 10,000 answers to one question set, 100. Refused
 * calls are listed one by one, because screens show each.
 *
 * @throws {StorageError} when the device fails.
 */
export function listCallStates(owner: OwnerKey): Promise<CallState[]> {
  return transact('readonly', async (store) => {
    const [queued, refused, sent] = await Promise.all([
      listStates(store, 'queued', owner),
      done(store.getAllKeys(rangeOf('refused-call', owner))),
      listStates(store, 'sent', owner),
    ]);
    return [...queued, ...refused.map((key) => toCallState('refused', key as StoreKey)), ...sent];
  });
}

/** Counts the calls of a kind that wait or were refused. @throws {StorageError} when the device fails. */
export function countUnreceived(owner: OwnerKey, kind: CallKind): Promise<number> {
  return transact('readonly', async (store) => {
    const places = ['queued-call', 'refused-call'];
    const counts = await Promise.all(places.map((place) => done(store.count(rangeOf(place, owner, kind)))));
    return counts.reduce((sum, count) => sum + count, 0);
  });
}
