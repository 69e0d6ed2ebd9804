/** Replay: sends the queued calls, oldest first, one sender at a time on the whole device. */
import { dialect } from '@/api/dialects/none';
import { unlessAborted } from '@/api/network/unless-aborted';
import { apiHost } from '@/session/api-host';
import { readSessionStrictly } from '@/session/own-session';
import { ownerKey, type OwnerKey } from '@/session/session';
import { withLock } from '@/storage/locks';

import { readPause } from './entry-transitions';
import { Probing } from './probing';
import { type ReplayOutcome, replayState, failedOutcome } from './queue-broadcasts';
import { dropOldReceipts } from './receipts';
import { createReporter } from './replay-reporter';
import { type WalkContext, walkQueue } from './replay-walk';
import { retryMisunderstood } from './retry-discard';
import { UnwrittenReceipts } from './unwritten-receipts';

/** The name of the Web Lock of replay, shared by tabs and worker. The lock is never stolen. */
const LOCK = 'replay';

export interface ReplayOptions {
  /**
   * True if the learner pressed 今すぐ送信 (send now), or the server was seen to answer: skips our own backoff, never the
   * server's Retry-After.
   */
  isUrgent?: boolean;
}

export interface Replayer {
  /**
   * Sends due calls. Calling it during a run joins that run, which then reads the queue once more; resolves when the
   * whole run is over. A failing device is an outcome, not an error.
   */
  replay: (options?: ReplayOptions) => Promise<ReplayOutcome>;
  /**
   * Aborts the request in flight and releases the lock, or stops waiting for it, at once: this context may be suspended
   * indefinitely. The call stays queued as if it had not been answered.
   */
  abort: () => void;
}

type RunContext = Omit<WalkContext, 'reporter'>;

const nothing: ReplayOutcome = { received: 0, refused: 0 };

/** Adds up two runs; the sum has the outcome of the later one. */
function combine(before: ReplayOutcome, after: ReplayOutcome): ReplayOutcome {
  return { ...after, received: before.received + after.received, refused: before.refused + after.refused };
}

/**
 * Walks the queue until no call is due. Only the first walk is urgent; otherwise a call that the server postpones again
 * would be sent again for ever.
 */
async function walkUntilDone(owner: OwnerKey, context: WalkContext): Promise<ReplayOutcome> {
  const pause = await readPause(owner);
  if (pause && (pause.isAsked || !context.isUrgent)) return { ...nothing, stoppedBy: 'pause', nextDueAt: pause.until };
  let outcome = nothing;
  let walk = await walkQueue(owner, context);
  while (!walk.stoppedBy && walk.received + walk.refused > 0) {
    outcome = combine(outcome, walk);
    walk = await walkQueue(owner, { ...context, isUrgent: false });
  }
  if (!walk.stoppedBy) Object.assign(walk, await dropOldReceipts(owner).catch(failedOutcome));
  return combine(outcome, walk);
}

function failed(error: unknown): ReplayOutcome {
  return { ...nothing, ...failedOutcome(error) };
}

/** Runs replay once for the signed-in owner, if their session is for this app's API host. */
async function runOnce(context: RunContext): Promise<ReplayOutcome> {
  const session = await readSessionStrictly();
  if (session?.owner.apiHost !== apiHost()) {
    const outcome = { ...nothing, stoppedBy: 'session' } as const;
    replayState.publish({ sending: false, outcome });
    return outcome;
  }
  const owner = ownerKey(session.owner);
  const reporter = createReporter(owner);
  if (dialect) await retryMisunderstood(owner).catch(failedOutcome);
  const outcome = await walkUntilDone(owner, { ...context, reporter }).catch(failed);
  // Do not broadcast to this page: it would read the queue, and a read that a frozen page began blocks the writes of
  // other tabs.
  if (!context.signal.aborted) reporter.finished(outcome);
  return outcome;
}

/**
 * Creates the sender of a context; a page or worker has exactly one, see {@link replay}.
 *
 * @param place a page refreshes the access token after a 401, a worker cannot.
 */
export function createReplayer(place: 'page' | 'worker'): Replayer {
  const probing = new Probing();
  const unwritten = new UnwrittenReceipts();
  let isAsked = false;
  let isUrgent = false;
  /** The run that waits for the lock or holds it; there is at most one. */
  let current: Promise<ReplayOutcome> | undefined;
  let aborting = new AbortController();

  async function hold(signal: AbortSignal): Promise<ReplayOutcome> {
    let outcome = nothing;
    do {
      const context = { place, signal, probing, unwritten, isUrgent, onOwnerGone: () => void (isAsked = true) };
      isAsked = false;
      isUrgent = false;
      outcome = combine(outcome, await runOnce(context).catch(failed));
      // No `await` between this check and releasing the lock: a trigger either joins this run or starts the next one.
    } while (isAsked && !signal.aborted);
    if (!signal.aborted) current = undefined;
    return outcome;
  }

  return {
    replay(options = {}) {
      isAsked = true;
      isUrgent ||= options.isUrgent ?? false;
      if (!current) {
        const { signal } = aborting;
        const started = withLock(LOCK, () => unlessAborted(hold(signal), signal), signal).catch((error: unknown) => {
          if (current === started) current = undefined;
          return signal.aborted ? { ...nothing, stoppedBy: 'storage' as const } : failed(error);
        });
        current = started;
      }
      return current;
    },
    abort() {
      aborting.abort();
      aborting = new AbortController();
      current = undefined;
    },
  };
}

const replayers = new Map<string, Replayer>();

function replayerOf(place: 'page' | 'worker'): Replayer {
  const replayer = replayers.get(place) ?? createReplayer(place);
  replayers.set(place, replayer);
  return replayer;
}

/** Sends due calls from this page or worker; see {@link Replayer.replay}. */
export function replay(place: 'page' | 'worker', options?: ReplayOptions): Promise<ReplayOutcome> {
  return replayerOf(place).replay(options);
}

/**
 * Aborts this page's run, because the browser freezes the page or puts it into the back/forward cache; see
 * {@link Replayer.abort}.
 */
export function abortReplay(): void {
  replayerOf('page').abort();
}
