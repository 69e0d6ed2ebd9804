/** Sends what waits: oldest first, one sender at a time on the whole device. */
import { unlessAborted } from '@/api/unless-aborted';
import { apiHost } from '@/session/api-host';
import { readSessionStrictly } from '@/session/own-session';
import { ownerKey, type OwnerKey } from '@/session/session';
import { withLock } from '@/storage/locks';

import { readPause } from './entry-transitions';
import { Probing } from './probing';
import { type ReplayOutcome, replayState } from './queue-broadcasts';
import { dropOldReceipts } from './receipts';
import { createReporter } from './replay-reporter';
import { stopOf, type WalkContext, walkQueue } from './replay-walk';
import { UnwrittenReceipts } from './unwritten-receipts';

/** The Web Lock that page, tabs and worker share; it is never stolen. */
const LOCK = 'replay';

export interface ReplayOptions {
  /** The learner pressed 今すぐ送信, or the server was seen alive: our own backoff is skipped, its Retry-After never. */
  isUrgent?: boolean;
}

export interface Replayer {
  /**
   * Sends what is due. Calls made meanwhile join the run, which then looks again; resolves when all that is over.
   * A failing device is an outcome, not an error.
   */
  replay: (options?: ReplayOptions) => Promise<ReplayOutcome>;
  /**
   * Breaks off the request that is on its way, and lets go of the lock, or of the place in the line, at once: this context
   * will not run for nobody knows how long. That call waits as if it had not been answered.
   */
  breakOff: () => void;
}

type RunContext = Omit<WalkContext, 'reporter'>;

const nothing: ReplayOutcome = { received: 0, refused: 0 };

/** Both runs as one: it ended as the later one did. */
function added(before: ReplayOutcome, after: ReplayOutcome): ReplayOutcome {
  return { ...after, received: before.received + after.received, refused: before.refused + after.refused };
}

/** Walks until nothing is due. What is urgent is so once, else a call put off again would be sent for ever. */
async function walkUntilDone(owner: OwnerKey, context: WalkContext): Promise<ReplayOutcome> {
  const pause = await readPause(owner);
  if (pause && (pause.isAsked || !context.isUrgent)) return { ...nothing, stoppedBy: 'pause', nextDueAt: pause.until };
  let outcome = nothing;
  let walk = await walkQueue(owner, context);
  while (!walk.stoppedBy && walk.received + walk.refused > 0) {
    outcome = added(outcome, walk);
    walk = await walkQueue(owner, { ...context, isUrgent: false });
  }
  if (!walk.stoppedBy) Object.assign(walk, await dropOldReceipts(owner).catch(stopOf));
  return added(outcome, walk);
}

function failed(error: unknown): ReplayOutcome {
  return { ...nothing, ...stopOf(error) };
}

/** One run for whoever is signed in at the API host that this app speaks to. */
async function runOnce(context: RunContext): Promise<ReplayOutcome> {
  const session = await readSessionStrictly();
  if (session?.owner.apiHost !== apiHost()) {
    const outcome = { ...nothing, stoppedBy: 'session' } as const;
    replayState.publish({ sending: false, outcome });
    return outcome;
  }
  const owner = ownerKey(session.owner);
  const reporter = createReporter(owner);
  const outcome = await walkUntilDone(owner, { ...context, reporter }).catch(failed);
  // Whoever hears it looks at the queue, and a look that a frozen page began holds up what others write.
  if (!context.signal.aborted) reporter.finished(outcome);
  return outcome;
}

/**
 * Makes the sender of one context; a page or worker has exactly one, see {@link replay}.
 *
 * @param place a page refreshes the access token on a 401, a worker cannot.
 */
export function createReplayer(place: 'page' | 'worker'): Replayer {
  const probing = new Probing();
  const unwritten = new UnwrittenReceipts();
  let isAsked = false;
  let isUrgent = false;
  /** Waiting for the lock, or holding it: never more than one. */
  let current: Promise<ReplayOutcome> | undefined;
  let breaking = new AbortController();

  async function hold(signal: AbortSignal): Promise<ReplayOutcome> {
    let outcome = nothing;
    do {
      const context = { place, signal, probing, unwritten, isUrgent, onOwnerGone: () => void (isAsked = true) };
      isAsked = false;
      isUrgent = false;
      outcome = added(outcome, await runOnce(context).catch(failed));
      // No await between this look and letting go: a trigger joins this run or starts the next one.
    } while (isAsked && !signal.aborted);
    if (!signal.aborted) current = undefined;
    return outcome;
  }

  return {
    replay(options = {}) {
      isAsked = true;
      isUrgent ||= options.isUrgent ?? false;
      if (!current) {
        const { signal } = breaking;
        const started = withLock(LOCK, () => unlessAborted(hold(signal), signal), signal).catch((error: unknown) => {
          if (current === started) current = undefined;
          return signal.aborted ? { ...nothing, stoppedBy: 'storage' as const } : failed(error);
        });
        current = started;
      }
      return current;
    },
    breakOff() {
      breaking.abort();
      breaking = new AbortController();
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

/** Sends what is due, from this page or worker; see {@link Replayer}. */
export function replay(place: 'page' | 'worker', options?: ReplayOptions): Promise<ReplayOutcome> {
  return replayerOf(place).replay(options);
}

/** Leaves the sending to other contexts, for the browser freezes this page or puts it away; see {@link Replayer}. */
export function abortReplay(): void {
  replayerOf('page').breakOff();
}
