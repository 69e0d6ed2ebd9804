/** Tells screens if the browser protects stored data from eviction, and which queued calls are at risk. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { DAY_MS } from '@/lib/constants';
import { countQueue } from '@/offline/queue/queue-counts';
import { readUpTo } from '@/offline/queue/queue-lists';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';
import { now } from '@/storage/now';
import { requestPersistence, type Protection, readProtection } from '@/storage/persistence';

import { useEvictionNotice, useInstallState } from './install';

export type { Protection };

/** Below this many free bytes a browser may begin to evict data. */
const LOW_SPACE_BYTES = 50 * 1024 * 1024;
/** A call queued for longer than this, ms, counts as stuck. */
const LONG_WAIT_MS = DAY_MS;

// The query's key begins with that of saved courses (packs): saving a course requests persistent storage and
// invalidates this query.
const protectionOptions = (owner: OwnerKey) =>
  queryOptions({ queryKey: ['packs', owner, 'protection'], queryFn: readProtection, staleTime: 0, retry: false });

/** Returns whether the browser protects the stored data; undefined while loading. */
export function useProtection(): Protection | undefined {
  return useQuery(protectionOptions(useOwner())).data;
}

/** Requests persistent storage once the app is installed: browsers that refused before grant it then. */
export function useAskWhenInstalled(): void {
  const { isInstalled } = useInstallState();
  const owner = useOwner();
  const queryClient = useQueryClient();
  useEffect(() => {
    // Reset instead of invalidating the query, because a read in flight could return the state before persistence was
    // granted.
    if (isInstalled) void requestPersistence().then(() => queryClient.resetQueries(protectionOptions(owner)));
  }, [isInstalled, owner, queryClient]);
}

/** The queued calls that would be lost if the browser evicted the app's data. */
export interface WaitingRisk {
  waiting: number;
  refused: number;
  /**
   * True on an iPhone or iPad where the app is not installed: the browser evicts data after seven days without a visit.
   */
  hasWeek: boolean;
  /** True if the oldest call has been queued for more than a day. */
  isLong: boolean;
  /** Free bytes; undefined with enough free space, or when it is unknown. */
  room: number | undefined;
}

type Facts = Omit<WaitingRisk, 'hasWeek'>;

async function readRoom(): Promise<number | undefined> {
  const { usage, quota } = (await browser.navigator?.storage?.estimate?.().catch(() => undefined)) ?? {};
  const room = usage === undefined || quota === undefined ? undefined : Math.max(0, quota - usage);
  return room !== undefined && room < LOW_SPACE_BYTES ? room : undefined;
}

async function readFacts(owner: OwnerKey): Promise<Facts | null> {
  const { waiting, refused, unreadable } = await countQueue(owner);
  if (waiting + refused === 0 || (await readProtection()) === 'protected') return null;
  const [room, { entries }] = await Promise.all([readRoom(), readUpTo('queued', owner, 1)]);
  const isLong = entries.some(({ queuedAt }) => Math.abs(now() - Date.parse(queuedAt)) > LONG_WAIT_MS);
  return { waiting, refused: refused + unreadable, isLong, room };
}

/** Returns the calls at risk on this device; undefined without any, and while loading. */
export function useWaitingRisk(): WaitingRisk | undefined {
  const owner = useOwner();
  const hasWeek = useEvictionNotice();
  // The query's key begins with that of the queue, so that a change of the queue invalidates this query, too.
  const { data } = useQuery({ queryKey: ['queue', owner, 'risk'], queryFn: () => readFacts(owner), retry: false });
  return data ? { ...data, hasWeek } : undefined;
}
