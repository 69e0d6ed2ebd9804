/** What is known of the queue from its keys alone, however much lies in it: counts, and where each call stands. */
import type { OwnerKey } from '@/session/session';

import type { EntryState } from './entries';
import { done, entryStates, rangeOf, transact } from './queue-store';
import type { CallKind } from './queued-calls';

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

/** How many calls wait for another API host than the owner's, which nothing here sends. @throws {StorageError} when the device fails. */
export function countForOtherHosts(owner: OwnerKey): Promise<number> {
  const host = owner.slice(0, owner.lastIndexOf('|') + 1);
  return transact('readonly', async (store) => {
    const ofHost = IDBKeyRange.bound(['queued', host], ['queued', `${host}\uffff`]);
    const [all, here] = await Promise.all([done(store.count(rangeOf('queued'))), done(store.count(ofHost))]);
    return all - here;
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

/** Marks of all that waits, was refused or has a receipt, from keys alone. @throws {StorageError} when the device fails. */
export function listCallStates(owner: OwnerKey): Promise<CallState[]> {
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
