/** Sends what waits: oldest first, one sender at a time on the whole device. */
import { apiHost } from '@/session/api-host';
import { readSessionStrictly } from '@/session/own-session';
import { ownerKey } from '@/session/session';
import { withLock } from '@/storage/locks';
import { type ReplayNews, tellNews } from '@/storage/news';
import { StorageError } from '@/storage/storage-error';

import { readPause } from './outcomes';
import { Probing } from './probing';
import { countQueue } from './queue-counts';
import { dropOldReceipts } from './receipts';
import { createReporter } from './replay-news';
import { type WalkContext, type WalkEnd, walkQueue } from './replay-walk';
import { UnwrittenReceipts } from './unwritten-receipts';

/** The Web Lock that page, tabs and worker share; it is never stolen. */
const LOCK = 'replay';

/**
 * How a run ended. `stoppedBy`: 'network' no answer; 'portal' something else answered in the server's place; 'session'
 * nobody is signed in, or the token is refused; 'pause' the server asked for time; 'storage' the device fails.
 * `nextDueAt`: when what was put off may be sent, in ms since 1970.
 */
export interface ReplayOutcome extends ReplayNews {
  /** Whose calls were sent; undefined when nobody is signed in. */
  owner?: string;
  /** What waits now; undefined when the device cannot tell. */
  waiting?: number;
}

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
}

type RunContext = Omit<WalkContext, 'reporter'>;

/** Walks until nothing is due. What is urgent is so once, else a call put off again would be sent for ever. */
async function walkUntilDone(owner: string, context: WalkContext): Promise<WalkEnd> {
  const pause = await readPause(owner);
  if (pause && (pause.isAsked || !context.isUrgent)) {
    return { settled: 0, stoppedBy: 'pause', nextDueAt: pause.until };
  }
  let end = await walkQueue(owner, context);
  while (!end.stoppedBy && end.settled > 0) end = await walkQueue(owner, { ...context, isUrgent: false });
  if (!end.stoppedBy) await dropOldReceipts(owner);
  return end;
}

function asOutcome(error: unknown): WalkEnd {
  if (error instanceof StorageError || error instanceof DOMException) return { settled: 0, stoppedBy: 'storage' };
  throw error;
}

/** One run for whoever is signed in at the API host that this app speaks to. */
async function runOnce(context: RunContext): Promise<ReplayOutcome & Pick<WalkEnd, 'isOwnerGone'>> {
  const session = await readSessionStrictly();
  if (session?.owner.apiHost !== apiHost()) {
    const outcome: ReplayNews = { received: 0, refused: 0, stoppedBy: 'session' };
    tellNews({ type: 'replay-state', sending: false, outcome });
    return outcome;
  }
  const owner = ownerKey(session.owner);
  const reporter = createReporter(owner);
  const end = await walkUntilDone(owner, { ...context, reporter }).catch(asOutcome);
  const waiting = await countQueue(owner).then(
    (counts) => counts.waiting,
    () => undefined,
  );
  return { owner, waiting, isOwnerGone: end.isOwnerGone, ...reporter.finished(end) };
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

  async function hold(): Promise<ReplayOutcome> {
    const totals = { received: 0, refused: 0 };
    for (;;) {
      const context = { place, probing, unwritten, isUrgent };
      isAsked = false;
      isUrgent = false;
      const { isOwnerGone, ...outcome } = await runOnce(context).catch(
        (error: unknown): Awaited<ReturnType<typeof runOnce>> => ({ received: 0, refused: 0, ...asOutcome(error) }),
      );
      totals.received += outcome.received;
      totals.refused += outcome.refused;
      // No await between this look and letting go: a trigger joins this run or starts the next one.
      if (isAsked || isOwnerGone) continue;
      current = undefined;
      return { ...outcome, ...totals };
    }
  }

  return {
    replay(options = {}) {
      isAsked = true;
      isUrgent ||= options.isUrgent ?? false;
      if (!current) {
        const started = withLock(LOCK, hold);
        current = started;
        started.catch(() => {
          if (current === started) current = undefined;
        });
      }
      return current;
    },
  };
}

const replayers = new Map<string, Replayer>();

/** Sends what is due, from this page or worker; see {@link Replayer}. */
export function replay(place: 'page' | 'worker', options?: ReplayOptions): Promise<ReplayOutcome> {
  const replayer = replayers.get(place) ?? createReplayer(place);
  replayers.set(place, replayer);
  return replayer.replay(options);
}
