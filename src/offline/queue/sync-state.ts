/** The state that the sync indicator shows, derived from the stored counts and the outcome of the last run. */
import type { OwnerKey } from '@/session/session';
import { broadcastsMissed } from '@/storage/broadcast';

import { queueChanged, type ReplayOutcome, replayState } from './queue-broadcasts';
import { countForOtherHosts, countQueue, type QueueCounts } from './queue-counts';

/** Delay, ms, after which the queue is read again when a read failed, as long as there are watchers. */
const REREAD_MS = 4000;

export interface SyncFacts {
  /** The counts of the queue; undefined if the device cannot be read. */
  counts?: QueueCounts;
  /** The number of calls that wait for another API host. */
  elsewhere?: number;
  isSending: boolean;
  /** The outcome of the last run that was broadcast to this context. */
  outcome?: ReplayOutcome;
}

/**
 * The indicator's state. `synced`: nothing waits and nothing was refused. `elsewhere`: only calls for other API hosts
 * wait. `unknown`: the device cannot be read. `refused` counts what is under 要確認, including unreadable records.
 */
export interface SyncState {
  kind: 'synced' | 'waiting' | 'sending' | 'offline' | 'refused' | 'login-needed' | 'portal' | 'elsewhere' | 'unknown';
  waiting: number;
  refused: number;
  /** The number of calls that wait for another API host. */
  elsewhere?: number;
  /** The number of receipts on the device. */
  received: number;
  /** The id of the entry at which sending stopped. */
  stoppedAt?: string;
  /** When the first postponed call is sent again, in ms since 1970. */
  nextDueAt?: number;
}

const stopped = {
  network: 'offline',
  portal: 'portal',
  session: 'login-needed',
  pause: 'waiting',
  storage: 'waiting',
} as const satisfies Record<NonNullable<ReplayOutcome['stoppedBy']>, SyncState['kind']>;

/** Derives the sync state from counts and outcome. Waiting calls take precedence over refused ones. */
export function syncStateOf({ counts, elsewhere, isSending, outcome }: SyncFacts): SyncState {
  if (!counts) return { kind: 'unknown', waiting: 0, refused: 0, received: 0 };
  const { waiting } = counts;
  const refused = counts.refused + counts.unreadable;
  const base = {
    waiting,
    refused,
    elsewhere,
    received: counts.receipts,
    stoppedAt: outcome?.stoppedAt,
    nextDueAt: outcome?.nextDueAt,
  };
  if (waiting === 0) return { ...base, kind: refused > 0 ? 'refused' : elsewhere ? 'elsewhere' : 'synced' };
  if (isSending) return { ...base, kind: 'sending' };
  return { ...base, kind: outcome?.stoppedBy ? stopped[outcome.stoppedBy] : 'waiting' };
}

type OnState = (state: SyncState) => void;

/** Reads an owner's counts now and whenever they may have changed; returns a function that stops this. */
function followSync(owner: OwnerKey, onState: OnState): () => void {
  const facts: SyncFacts = { isSending: false };
  let isOver = false;
  let isReading = false;
  let isStale = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  async function refresh(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale) {
      isStale = false;
      facts.counts = await countQueue(owner).catch(() => undefined);
      facts.elsewhere = await countForOtherHosts(owner).catch(() => undefined);
    }
    isReading = false;
    if (isOver) return;
    onState(syncStateOf(facts));
    const hasFailed = again !== undefined;
    clearTimeout(again);
    again = facts.counts ? undefined : setTimeout(() => void refresh(), REREAD_MS);
    // Notify the other readers of the queue, whose reads may have failed as well, so that they read again.
    if (hasFailed && facts.counts) queueChanged.publish({ owner });
  }

  const stops = [
    replayState.subscribe((state) => {
      if ((state.owner ?? owner) !== owner) return;
      facts.isSending = state.sending;
      facts.outcome = state.outcome ?? facts.outcome;
      void refresh();
    }),
    queueChanged.subscribe((changed) => changed.owner === owner && void refresh()),
    broadcastsMissed.subscribe(() => void refresh()),
  ];
  void refresh();
  return () => {
    isOver = true;
    clearTimeout(again);
    for (const stop of stops) stop();
  };
}

/** The watchers of an owner's queue in this context, and the last state they got. */
interface Watch {
  watchers: Set<OnState>;
  last: SyncState | undefined;
  stop: () => void;
}

const watches = new Map<OwnerKey, Watch>();

function startWatch(owner: OwnerKey): Watch {
  const watch: Watch = { watchers: new Set(), last: undefined, stop: () => undefined };
  watch.stop = followSync(owner, (state) => {
    watch.last = state;
    for (const notify of watch.watchers) notify(state);
  });
  watches.set(owner, watch);
  return watch;
}

/**
 * Follows an owner's sync state, whether this page, another tab or the worker sends. Indicator, icon badge and timer
 * share one count of the queue.
 *
 * @param onState called once the state is known, and on every change.
 * @returns how to stop.
 */
export function watchSync(owner: OwnerKey, onState: OnState): () => void {
  const watch = watches.get(owner) ?? startWatch(owner);
  const notify: OnState = (state) => onState(state);
  watch.watchers.add(notify);
  if (watch.last) notify(watch.last);
  return () => {
    watch.watchers.delete(notify);
    if (watch.watchers.size > 0 || watches.get(owner) !== watch) return;
    watches.delete(owner);
    watch.stop();
  };
}
