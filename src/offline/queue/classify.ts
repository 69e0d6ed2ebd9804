/** What a server's answer means for a waiting call: the table of docs/offline.md, as one pure function. */
import { type AnswerHead, isLater, isOk, isPortal, RETRY_AFTER_MAX_MS } from '@/api/server-answer';
import { SECOND_MS } from '@/lib/constants';

import type { Receipt } from './entries';
import { QUICK_RETRIES } from './retry-policy';

/** Backoff stays between these (docs/offline.md, "What an answer means"). */
const BACKOFF_MIN_MS = 2 * SECOND_MS;
const BACKOFF_MAX_MS = 300 * SECOND_MS;
/** The first {@link QUICK_RETRIES} waits for a server that is down are between `BACKOFF_MIN_MS` and this (docs/decisions/0007). */
const QUICK_RETRY_MAX_MS = 3 * SECOND_MS;

/** What came back for a waiting call. */
export interface ServerAnswer extends AnswerHead {
  /** What the body is, whatever the header says. */
  body: 'empty' | 'json' | 'other';
  /** What is kept of it if it is a 2xx; undefined where the body does not say that this very call was taken. */
  receipt?: Receipt;
  /** The server's words, '' when it said nothing. */
  reason: string;
  /** The wait that the server asked for, in ms. */
  retryAfterMs?: number;
}

export interface AnswerContext {
  /** How often the server has answered this call with "later". */
  attempts: number;
  /** Milliseconds since 1970. */
  now: number;
  /** 0 to below 1. */
  random: number;
}

/**
 * What is to be done about the call. `stop`: no answer, end the run and keep. `portal`: not our server, end the run, count
 * no attempt. `session`: the token is refused; end the run until there is another. `refuse`: set aside with the server's
 * words. `postpone`: keep this one until then; with `pausesAll` the others wait too; `isAsked`: the server said how long.
 */
export type Verdict =
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'stop' }
  | { kind: 'portal'; status: number }
  | { kind: 'session' }
  | { kind: 'refuse'; status: number; reason: string }
  | { kind: 'postpone'; status: number; until: number; pausesAll: boolean; isAsked: boolean };

/** Of those that say "later", these speak of all calls, not of this one. */
const pauseStatuses = [429, 503];
/** What stands before the server says these while it is away; one that is overloaded says how long to wait. */
const awayStatuses = [502, 503, 504];

/** Doubling from 2–4 s to 2.5–5 min; the jitter keeps a class of tablets from coming back all at once. */
export function backoff(attempts: number, random: number): number {
  const upper = Math.min(2 * BACKOFF_MIN_MS * 2 ** Math.min(attempts, 20), BACKOFF_MAX_MS);
  return Math.round(upper / 2 + (upper / 2) * random);
}

/** How long a call waits after an answer that means "later", when none was asked for. */
function ownWait({ status }: ServerAnswer, { attempts, random }: AnswerContext): number {
  if (!awayStatuses.includes(status)) return backoff(attempts, random);
  if (attempts >= QUICK_RETRIES) return backoff(attempts - QUICK_RETRIES, random);
  return Math.round(BACKOFF_MIN_MS + (QUICK_RETRY_MAX_MS - BACKOFF_MIN_MS) * random);
}

function postpone(answer: ServerAnswer, context: AnswerContext): Verdict {
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

/**
 * What an answer to a waiting call means (docs/offline.md, "What an answer means").
 *
 * @param answer undefined when none came within the time limit.
 */
export function classify(answer: ServerAnswer | undefined, context: AnswerContext): Verdict {
  if (!answer) return { kind: 'stop' };
  const { status } = answer;
  // A page that comes with 2xx says as little as no answer.
  const isPage = isPortal(answer) || (isOk(status) && answer.body === 'other');
  if (isPage) return { kind: 'portal', status: isOk(status) ? 0 : status };
  if (isOk(status)) {
    return answer.receipt ? { kind: 'receipt', receipt: answer.receipt } : postpone(answer, context);
  }
  if (status === 401) return { kind: 'session' };
  if (isLater(status)) return postpone(answer, context);
  return { kind: 'refuse', status, reason: answer.reason };
}

/** Whether what was put off until then may be sent: also when that lies further ahead than anything is ever put off, for then the clock was turned back. */
export function isDue(until: number | undefined, now: number): boolean {
  return until === undefined || until <= now || until > now + RETRY_AFTER_MAX_MS;
}
