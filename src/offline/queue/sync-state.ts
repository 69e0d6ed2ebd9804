/** The truth that the sync indicator shows: from what is stored and how the last run ended, never guessed. */
import type { OwnerKey } from '@/session/session';
import { broadcastsMissed } from '@/storage/broadcast';

import { queueChanged, type ReplayOutcome, replayState } from './queue-broadcasts';
import { countForOtherHosts, countQueue, type QueueCounts } from './queue-counts';

/** After a look that failed the queue is looked at again, for as long as somebody watches. */
const LOOK_AGAIN_MS = 4000;

export interface SyncFacts {
  /** Undefined when the device cannot be read. */
  counts?: QueueCounts;
  /** How many calls wait for another API host. */
  elsewhere?: number;
  isSending: boolean;
  /** How the last run ended that this context heard of. */
  outcome?: ReplayOutcome;
}

/**
 * `synced`: nothing waits and nothing was refused. `elsewhere`: nothing but what another API host must be asked to take. `unknown`: the device cannot be read, so nothing is claimed.
 * `refused` counts what is under 要確認, unreadable records too.
 */
export interface SyncState {
  kind: 'synced' | 'waiting' | 'sending' | 'offline' | 'refused' | 'login-needed' | 'portal' | 'elsewhere' | 'unknown';
  waiting: number;
  refused: number;
  /** How many calls wait for another API host. */
  elsewhere?: number;
  /** How many receipts lie on the device. */
  received: number;
  /** The id of the entry that sending came to a stop at. */
  stoppedAt?: string;
  /** When what was put off is tried again, in ms since 1970. */
  nextDueAt?: number;
}

const stopped = {
  network: 'offline',
  portal: 'portal',
  session: 'login-needed',
  pause: 'waiting',
  storage: 'waiting',
} as const satisfies Record<NonNullable<ReplayOutcome['stoppedBy']>, SyncState['kind']>;

/** What the indicator says. What is still to be sent comes first, then what was refused. */
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

/** Looks at an owner's queue now, and whenever it may have changed; returns how to stop. */
function followSync(owner: OwnerKey, onState: OnState): () => void {
  const facts: SyncFacts = { isSending: false };
  let isOver = false;
  let isReading = false;
  let isStale = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  async function look(): Promise<void> {
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
    again = facts.counts ? undefined : setTimeout(() => void look(), LOOK_AGAIN_MS);
    // Others may have looked in vain as well: marks and lists are read again.
    if (hasFailed && facts.counts) queueChanged.publish({ owner });
  }

  const stops = [
    replayState.subscribe((state) => {
      if ((state.owner ?? owner) !== owner) return;
      facts.isSending = state.sending;
      facts.outcome = state.outcome ?? facts.outcome;
      void look();
    }),
    queueChanged.subscribe((news) => news.owner === owner && void look()),
    broadcastsMissed.subscribe(() => void look()),
  ];
  void look();
  return () => {
    isOver = true;
    clearTimeout(again);
    for (const stop of stops) stop();
  };
}

/** Who watches an owner's queue in this context, and what they were told last. */
interface Watch {
  watchers: Set<OnState>;
  told: SyncState | undefined;
  stop: () => void;
}

const watches = new Map<OwnerKey, Watch>();

function startWatch(owner: OwnerKey): Watch {
  const watch: Watch = { watchers: new Set(), told: undefined, stop: () => undefined };
  watch.stop = followSync(owner, (state) => {
    watch.told = state;
    for (const tell of watch.watchers) tell(state);
  });
  watches.set(owner, watch);
  return watch;
}

/**
 * Follows an owner's sync state, whoever sends: this page, another tab, the worker. Ten thousand calls are counted once for all
 * who watch: indicator, icon and timer.
 *
 * @param onState called at first, and on every change.
 * @returns how to stop.
 */
export function watchSync(owner: OwnerKey, onState: OnState): () => void {
  const watch = watches.get(owner) ?? startWatch(owner);
  const tell: OnState = (state) => onState(state);
  watch.watchers.add(tell);
  if (watch.told) tell(watch.told);
  return () => {
    watch.watchers.delete(tell);
    if (watch.watchers.size > 0 || watches.get(owner) !== watch) return;
    watches.delete(owner);
    watch.stop();
  };
}
