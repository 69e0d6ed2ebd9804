/** How safe what is stored on this device is from its browser, as screens see it. */
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

/** With less room than this a browser begins to look for what it can delete, in bytes. */
const LITTLE_ROOM = 50 * 1024 * 1024;
/** What has waited for so long has not just missed a network. */
const LONG_MS = DAY_MS;

// Read anew whenever a course is saved, which asks for it.
const protectionOptions = (owner: OwnerKey) =>
  queryOptions({ queryKey: ['packs', owner, 'protection'], queryFn: readProtection, staleTime: 0, retry: false });

/** Whether the browser keeps what is stored here; undefined until it has said. */
export function useProtection(): Protection | undefined {
  return useQuery(protectionOptions(useOwner())).data;
}

/** Asks for protection where the app is installed and has none: browsers grant it then that refused before. */
export function useAskWhenInstalled(): void {
  const { isInstalled } = useInstallState();
  const owner = useOwner();
  const queryClient = useQueryClient();
  useEffect(() => {
    // A look that is under way would be taken for the new one.
    if (isInstalled) void requestPersistence().then(() => queryClient.resetQueries(protectionOptions(owner)));
  }, [isInstalled, owner, queryClient]);
}

/** What waits in a browser that may delete it. */
export interface WaitingRisk {
  waiting: number;
  refused: number;
  /** It is deleted after seven days without a visit: a tab on an iPhone or iPad. */
  hasWeek: boolean;
  /** It has waited for more than a day. */
  isLong: boolean;
  /** Bytes that are left; undefined where there is room enough, or nobody knows. */
  room: number | undefined;
}

type Facts = Omit<WaitingRisk, 'hasWeek'>;

async function readRoom(): Promise<number | undefined> {
  const { usage, quota } = (await browser.navigator?.storage?.estimate?.().catch(() => undefined)) ?? {};
  const room = usage === undefined || quota === undefined ? undefined : Math.max(0, quota - usage);
  return room !== undefined && room < LITTLE_ROOM ? room : undefined;
}

async function readFacts(owner: OwnerKey): Promise<Facts | null> {
  const { waiting, refused, unreadable } = await countQueue(owner);
  if (waiting + refused === 0 || (await readProtection()) === 'protected') return null;
  const [room, { entries }] = await Promise.all([readRoom(), readUpTo('queued', owner, 1)]);
  const isLong = entries.some(({ queuedAt }) => Math.abs(now() - Date.parse(queuedAt)) > LONG_MS);
  return { waiting, refused: refused + unreadable, isLong, room };
}

/** What is at risk on this device; undefined while nothing is, or nobody knows. */
export function useWaitingRisk(): WaitingRisk | undefined {
  const owner = useOwner();
  const hasWeek = useEvictionNotice();
  // Looked at again with all of the queue.
  const { data } = useQuery({ queryKey: ['queue', owner, 'risk'], queryFn: () => readFacts(owner), retry: false });
  return data ? { ...data, hasWeek } : undefined;
}
