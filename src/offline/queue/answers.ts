/** What an answer means for a waiting call: the table of docs/offline.md, as one pure function. */
import { type AnswerHead, isOk, isPortal, RETRY_AFTER_MAX_MS } from '@/api/server-answer';

const SECOND_MS = 1000;
/** Backoff stays between these (docs/offline.md, "What an answer means"). */
const BACKOFF_MIN_MS = 2 * SECOND_MS;
const BACKOFF_MAX_MS = 300 * SECOND_MS;
/** A server that is away is asked again this soon, so many times (docs/decisions/0007); then backoff begins. */
const AWAY_MAX_MS = 3 * SECOND_MS;
const AWAY_ATTEMPTS = 75;

/** What came back, or that nothing did within the time limit. */
export type Answer =
  | { kind: 'none' }
  | (AnswerHead & {
      kind: 'answer';
      /** What the body is, whatever the header says. */
      body?: 'empty' | 'json' | 'other';
      /** The body says that this very call was taken; left out where nothing says so. */
      isReceipt?: boolean;
      /** The wait that the server asked for, in ms. */
      retryAfterMs?: number;
    });
export type ReceivedAnswer = Extract<Answer, { kind: 'answer' }>;

export interface AnswerContext {
  /** A page can refresh the access token, a worker cannot (docs/security.md, "Sessions"). */
  place: 'page' | 'worker';
  /** The token was refreshed for this very call already. */
  isRefreshed: boolean;
  /** How often the server has answered this call with "later". */
  attempts: number;
  /** Milliseconds since 1970. */
  now: number;
  /** 0 to below 1. */
  random: number;
}

/**
 * What to do. `stop`: no answer, end the run and keep. `portal`: not our server, end the run, count no attempt.
 * `refresh`: get a new access token, send once more. `session`: end the run until somebody signs in again.
 * `postpone`: keep this one until then; with `pausesAll` the others wait too.
 */
export type Meaning =
  | { kind: 'receipt' }
  | { kind: 'stop' }
  | { kind: 'portal'; status: number }
  | { kind: 'refresh' }
  | { kind: 'session' }
  | { kind: 'refuse'; status: number }
  | { kind: 'postpone'; status: number; until: number; pausesAll: boolean; isAsked: boolean };

const laterStatuses = [408, 425, 429];
const pauseStatuses = [429, 503];
/** What stands before the server says these while it is away; one that is overloaded says how long to wait. */
const awayStatuses = [502, 503, 504];

/** Doubling from 2–4 s to 2.5–5 min; the jitter keeps a class of tablets from coming back all at once. */
export function backoff(attempts: number, random: number): number {
  const upper = Math.min(2 * BACKOFF_MIN_MS * 2 ** Math.min(attempts, 20), BACKOFF_MAX_MS);
  return Math.round(upper / 2 + (upper / 2) * random);
}

/** How long a call waits after an answer that means "later", when none was asked for. */
function ownWait({ status }: ReceivedAnswer, { attempts, random }: AnswerContext): number {
  if (!awayStatuses.includes(status)) return backoff(attempts, random);
  if (attempts >= AWAY_ATTEMPTS) return backoff(attempts - AWAY_ATTEMPTS, random);
  return Math.round(BACKOFF_MIN_MS + (AWAY_MAX_MS - BACKOFF_MIN_MS) * random);
}

function postpone(answer: ReceivedAnswer, context: AnswerContext): Meaning {
  const { now } = context;
  const asked = answer.retryAfterMs;
  return {
    kind: 'postpone',
    status: answer.status,
    until: now + (asked ?? ownWait(answer, context)),
    // A 2xx that takes nothing is a stranger's: whoever it is would say it to all.
    pausesAll: isOk(answer.status) || pauseStatuses.includes(answer.status),
    isAsked: asked !== undefined,
  };
}

/** What an answer to a waiting call means (docs/offline.md, "What an answer means"). */
export function meaningOf(answer: Answer, context: AnswerContext): Meaning {
  if (answer.kind === 'none') return { kind: 'stop' };
  const { status } = answer;
  // A page that comes with 2xx says as little as no answer.
  const isPage = isPortal(answer) || (isOk(status) && answer.body === 'other');
  if (isPage) return { kind: 'portal', status: isOk(status) ? 0 : status };
  if (isOk(status)) return answer.isReceipt === false ? postpone(answer, context) : { kind: 'receipt' };
  if (status === 401) return { kind: context.place === 'page' && !context.isRefreshed ? 'refresh' : 'session' };
  if (status >= 500 || laterStatuses.includes(status)) return postpone(answer, context);
  return { kind: 'refuse', status };
}

/** Whether what was put off until then may be sent: also when that lies further ahead than anything is ever put off, for then the clock was turned back. */
export function isDue(until: number | undefined, now: number): boolean {
  return until === undefined || until <= now || until > now + RETRY_AFTER_MAX_MS;
}
