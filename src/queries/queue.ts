/** React hooks over the queue: which calls wait, which were received, and how sending goes. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { noteReachability } from '@/api/network/reachability';
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

/** Returns the signed-in user's owner key, for data on the device. */
export function useOwner(): OwnerKey {
  return ownerKey({ apiHost: apiHost(), userId: useMe().id });
}

const callStatesOptions = (owner: OwnerKey) =>
  queryOptions({
    queryKey: ['queue', owner, 'states'],
    queryFn: () => listCallStates(owner),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads the states of calls before the first screen, so that a read lesson never flashes as unread. */
export function loadCallStates(queryClient: QueryClient, owner: OwnerKey): Promise<void> {
  return queryClient.prefetchQuery(callStatesOptions(owner));
}

const noCallStates: readonly CallState[] = [];

/** Returns the states of calls recorded on this device, which the server's progress may not show yet. */
export function useCallStates(): readonly CallState[] {
  return useQuery(callStatesOptions(useOwner())).data ?? noCallStates;
}

const noCalls: readonly RecordedEntry[] = [];

/** Returns all queued and received calls with their contents; empty while loading. */
export function useRecordedCalls(): readonly RecordedEntry[] {
  const owner = useOwner();
  const hasCalls = useCallStates().length > 0;
  const { data } = useQuery({
    queryKey: ['queue', owner, 'calls'],
    // Loaded on demand, not in the app's first load, because on most devices the queue is empty.
    queryFn: async ({ client }) => (await import('./call-reader')).readCalls(client, owner),
    enabled: hasCalls,
    staleTime: 0,
    structuralSharing: false,
  });
  return (hasCalls && data) || noCalls;
}

/** Returns the state of the sync indicator; undefined while loading. */
export function useSyncState(): SyncState | undefined {
  const owner = useOwner();
  const [state, setState] = useState<SyncState>();
  useEffect(() => watchSync(owner, setState), [owner]);
  return state;
}

/**
 * Keeps the page's cached states up to date, and refreshes progress after the server has received calls. @returns a
 * function that stops it.
 */
export function followQueue(queryClient: QueryClient, owner: OwnerKey): () => void {
  const refresh = (message: { owner: OwnerKey }) => {
    if (message.owner === owner) void queryClient.invalidateQueries({ queryKey: ['queue', owner] });
    return message.owner === owner;
  };
  const stops = [
    networkAsked.subscribe(({ isAnswered, isPortal, gateway }) =>
      noteReachability(isPortal ? (gateway ?? 'portal') : isAnswered),
    ),
    queueChanged.subscribe(refresh),
    broadcastsMissed.subscribe(() => {
      refresh({ owner });
      void queryClient.invalidateQueries({ queryKey: ['progress'] });
    }),
    callsReceived.subscribe((message) => {
      if (!refresh(message)) return;
      // A call that any tab or the service worker reports as received means that the server has responded.
      noteReachability(true);
      void queryClient.invalidateQueries({ queryKey: ['progress'] });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

export { replayState };
export type { CallState, QueuedCall, QueuedEntry, RefusedEntry, SentEntry, SyncState };
