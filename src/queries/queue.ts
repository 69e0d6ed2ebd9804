/** React hooks over the queue: which calls wait, which were received, and how sending goes. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { noteReachability, wasReachable, watchReachability } from '@/api/reachability';
import { networkAsked } from '@/offline/copies/copy-broadcasts';
import type { QueuedEntry, RefusedEntry, SentEntry } from '@/offline/queue/entries';
import { callsReceived, queueChanged, replayState } from '@/offline/queue/queue-broadcasts';
import { listCallStates, type CallState } from '@/offline/queue/queue-counts';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import type { RecordedEntry } from '@/offline/queue/recorded-calls';
import { type SyncState, watchSync } from '@/offline/queue/sync-state';
import { apiHost } from '@/session/api-host';
import { ownerKey, type OwnerKey } from '@/session/session';
import { broadcastsMissed } from '@/storage/broadcast';

import { useMe } from './me';

/** The key of whoever is signed in, for all that is on the device. */
export function useOwner(): OwnerKey {
  return ownerKey({ apiHost: apiHost(), userId: useMe().id });
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
