/** The queue as screens see it: what waits, what was received, and the one way to record a learner's call. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { noteReachability, wasReachable, watchReachability } from '@/api/reachability';
import { networkAsked } from '@/offline/copies/copy-news';
import { enqueue } from '@/offline/queue/enqueue';
import type { QueuedEntry, RefusedEntry, SentEntry } from '@/offline/queue/entries';
import { hasCalls, listCallStates, QUEUE_WORD, type CallState } from '@/offline/queue/queue-counts';
import { callsReceived, queueChanged, replayState } from '@/offline/queue/queue-news';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import type { RecordedEntry } from '@/offline/queue/recorded-calls';
import { type SyncState, watchSync } from '@/offline/queue/replay-state';
import { apiHost } from '@/session/api-host';
import { ownerKey, requireOwnPage, type OwnerKey } from '@/session/session';
import { broadcastsMissed } from '@/storage/broadcast';
import { getItem } from '@/storage/local-storage';
import { StorageError } from '@/storage/storage-error';

import { useMe } from './me';
import type * as sender from './sender';

/** The code that sends, which is not in the first load: most starts have nothing to send. */
export function fetchSender(): Promise<typeof sender.replay | undefined> {
  return import('./sender').then(({ replay }) => replay).catch(() => undefined);
}

/** Sends what is due; code that cannot be had is a missing network. */
async function startReplay(isUrgent: boolean, isNew?: boolean): Promise<void> {
  const replay = await fetchSender();
  if (replay) await replay({ isUrgent, isNew });
  else replayState.publish({ sending: false, outcome: { received: 0, refused: 0, stoppedBy: 'network' } });
}

/** Sends what is due; `isUrgent` skips our own backoff. */
export function replayNow(isUrgent = false): void {
  void startReplay(isUrgent);
}

/** Sends what is due if this device holds anything of the owner's, or did; receipts that are too old go with it. */
export async function replayWhatIsHere(owner: OwnerKey, isUrgent = false): Promise<void> {
  const isMeant = await hasCalls(owner).catch(() => true);
  if (isMeant || getItem(QUEUE_WORD + owner)) await startReplay(isUrgent);
}

/** Sends all that is due, our own backoff skipped, and resolves when that is over, received or not. */
export function sendAll(): Promise<void> {
  return startReplay(true);
}

/** The key of whoever is signed in, for all that is on the device. */
export function useOwner(): OwnerKey {
  return ownerKey({ apiHost: apiHost(), userId: useMe().id });
}

/** Makes room on a full device; false when nothing is left that could go, or it cannot be removed. */
async function hasFreedSpace(owner: OwnerKey): Promise<boolean> {
  try {
    const { freeSpace } = await import('@/offline/make-room');
    return (await freeSpace(owner)) !== undefined;
  } catch {
    return false;
  }
}

/** Writes a call; on a full device painted lessons make room for it, then saved courses (docs/offline.md, "Quota"). */
async function enqueueBeforeAll(...record: Parameters<typeof enqueue>): Promise<void> {
  try {
    await enqueue(...record);
  } catch (error) {
    const isFull = error instanceof StorageError && error.reason === 'full';
    if (!isFull || !(await hasFreedSpace(record[0]))) throw error;
    await enqueueBeforeAll(...record);
  }
}

/**
 * Records what a learner did: written to the device first, then sent at once; online and offline take this same road
 * (docs/offline.md, law 4). When it resolves, 「保存済み」 is true.
 *
 * @param title of the lesson or question set, which is shown where it waits.
 * @throws {StorageError} when it is NOT on the device; `leaving` when this page is not the owner's any more.
 */
export async function recordCall(owner: OwnerKey, call: QueuedCall, title?: string): Promise<void> {
  await requireOwnPage(owner);
  await enqueueBeforeAll(owner, call, title);
  void startReplay(false, true);
}

const callStatesOptions = (owner: OwnerKey) =>
  queryOptions({
    queryKey: ['queue', owner, 'states'],
    queryFn: () => listCallStates(owner),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the states before the first screen, so that no read lesson looks unread for a moment. */
export function loadCallStates(queryClient: QueryClient, owner: OwnerKey): Promise<void> {
  return queryClient.prefetchQuery(callStatesOptions(owner));
}

const noCallStates: readonly CallState[] = [];

/** What this device knows of lessons and question sets beyond the server's progress. */
export function useCallStates(): readonly CallState[] {
  return useQuery(callStatesOptions(useOwner())).data ?? noCallStates;
}

const noCalls: readonly RecordedEntry[] = [];

/** All that waits or was received, with its contents, however much it is; nothing until the device has answered. */
export function useRecordedCalls(): readonly RecordedEntry[] {
  const owner = useOwner();
  const hasCalls = useCallStates().length > 0;
  const { data } = useQuery({
    queryKey: ['queue', owner, 'calls'],
    // Not in the first load: on most devices nothing waits.
    queryFn: async ({ client }) => (await import('./call-reader')).readCalls(client, owner),
    enabled: hasCalls,
    staleTime: 0,
    structuralSharing: false,
  });
  return (hasCalls && data) || noCalls;
}

/** What the sync indicator shows; undefined for the moment before the device has answered. */
export function useSyncState(): SyncState | undefined {
  const owner = useOwner();
  const [state, setState] = useState<SyncState>();
  useEffect(() => watchSync(owner, setState), [owner]);
  return state;
}

/** Whether the API host answered the last request of this page. */
export function useReachability(): boolean {
  return useSyncExternalStore(watchReachability, wasReachable);
}

/** Keeps the page's states true, and asks for progress again after a receipt; returns how to stop. */
export function followQueue(queryClient: QueryClient, owner: OwnerKey): () => void {
  const lookAgain = (news: { owner: OwnerKey }) => {
    if (news.owner === owner) void queryClient.invalidateQueries({ queryKey: ['queue', owner] });
    return news.owner === owner;
  };
  const stops = [
    networkAsked.subscribe(({ isAnswered }) => noteReachability(isAnswered)),
    queueChanged.subscribe(lookAgain),
    broadcastsMissed.subscribe(() => {
      lookAgain({ owner });
      void queryClient.invalidateQueries({ queryKey: ['progress'] });
    }),
    callsReceived.subscribe((news) => {
      if (!lookAgain(news)) return;
      // Whoever sent it: the server has answered this device.
      noteReachability(true);
      void queryClient.invalidateQueries({ queryKey: ['progress'] });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

export { replayState };
export type { CallState, QueuedCall, QueuedEntry, RefusedEntry, SentEntry, SyncState };
