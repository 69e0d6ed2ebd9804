/** The lists of the sync panel, and the actions on each call. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { type LostQueue, readLostQueue } from '@/offline/eviction/lost-queue';
import { requestReplay } from '@/offline/page/request-replay';
import type { SentEntry } from '@/offline/queue/entries';
import type { EntryRef } from '@/offline/queue/entry-store';
import { countOtherOwners, type OtherOwnersCount } from '@/offline/queue/other-owners';
import { type EntryList, listReceipts, listUnreadable, readUpTo } from '@/offline/queue/queue-lists';
import { discard, discardUnreadable, retry, type UnreadableRecord } from '@/offline/queue/retry-discard';
import { type ReconciliationNotes, readReconciliationNotes } from '@/offline/reconciliation/notes';
import type { ReconciliationAnswer } from '@/offline/reconciliation/timing';
import { useOwner } from '@/queries/queue';
import { requireOwnPage, type OwnerKey } from '@/session/session';

import { fetchAndClearDrafts } from './drafts/submitted-drafts';

/** The lists of the sync panel, each up to a limit. */
export interface QueueLists {
  waiting: EntryList<'queued'>;
  refused: EntryList<'refused'>;
  unreadable: UnreadableRecord[];
  /** Receipts, newest first. */
  receipts: SentEntry[];
  /** Queued calls of other owners on this device, counted by API host. */
  elsewhere: OtherOwnersCount[];
  /** Messages about sent calls that the server had lost (reconciliation). */
  reconciliation: ReconciliationNotes;
}

async function readLists(owner: OwnerKey, limit: number): Promise<QueueLists> {
  const [waiting, refused, unreadable, receipts, elsewhere, reconciliation] = await Promise.all([
    readUpTo('queued', owner, limit),
    readUpTo('refused', owner, limit),
    listUnreadable(owner, limit),
    listReceipts(owner, limit),
    countOtherOwners(owner),
    readReconciliationNotes(owner),
  ]);
  return { waiting, refused, unreadable, receipts, elsewhere, reconciliation };
}

/** Returns the lists of the sync panel; undefined while loading, `isError` when the device's storage fails. */
export function useQueueLists(limit: number): { lists: QueueLists | undefined; isError: boolean } {
  const owner = useOwner();
  const { data, isError } = useQuery({
    queryKey: ['queue', owner, 'lists', limit],
    queryFn: () => readLists(owner, limit),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { lists: data, isError };
}

/** Sends a refused call again (再送). @throws {StorageError} when the device's storage fails. */
export async function retryCall(entry: EntryRef): Promise<void> {
  await requireOwnPage(entry.owner);
  await retry(entry);
  void requestReplay({ isUrgent: true });
}

/** Discards a call (破棄), with the draft of its answers. @throws {StorageError} when the device's storage fails. */
export async function discardCall(entry: EntryRef): Promise<void> {
  await requireOwnPage(entry.owner);
  await discard(entry);
  await fetchAndClearDrafts(entry.owner);
}

/**
 * Applies the learner's choice to send lost calls again or not.
 *
 * @throws when the server or the device's storage fails.
 */
export async function answerReconciliation(owner: OwnerKey, word: ReconciliationAnswer): Promise<void> {
  await requireOwnPage(owner);
  const { reconcileNow } = await import('@/offline/page/page-reconciliation');
  await reconcileNow(owner, { word });
}

export {
  discardUnreadable,
  type OtherOwnersCount,
  type ReconciliationNotes,
  type LostQueue,
  readLostQueue,
  requestReplay,
  type UnreadableRecord,
};
