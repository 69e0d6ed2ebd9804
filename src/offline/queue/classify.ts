/**
 * Maps a server's answer to what is done with the waiting call: the table of docs/offline.md as one pure function.
 * `isRetryable` in src/api/network/server-answer.ts lists the statuses that are tried again. `hasExhaustedAttempts` in
 * probing.ts decides when a call that the server never answers is moved to the refused calls.
 */
import { type AnswerHead, gatewayOf, isRetryable, isOk, RETRY_AFTER_MAX_MS } from '@/api/network/server-answer';

import type { Receipt } from './entries';
import { backoff, quickDelay, QUICK_RETRIES } from './retry-policy';

/** The answer to a waiting call, as far as it matters for the verdict. */
export interface ServerAnswer extends AnswerHead {
  /**
   * The type of content that the body really has, regardless of its Content-Type. `other`: no JSON, or JSON of a
   * portal.
   */
  body: 'empty' | 'json' | 'other';
  /** The parsed JSON. */
  json?: unknown;
  /** The receipt to store for a 2xx; undefined if the body does not acknowledge this call (acknowledgement.ts). */
  receipt?: Receipt;
  /** The server's error message, '' if it sent none. */
  reason: string;
  /** The delay of `Retry-After`, in ms. */
  retryAfterMs?: number;
}

export interface AnswerContext {
  /** How often the server has postponed this call. */
  attempts: number;
  /** The current time, milliseconds since 1970. */
  now: number;
  /** A random number from 0 to below 1, for jitter. */
  random: number;
}

/**
 * The verdict: what is done with the call.
 * - `stop`: no answer; the run ends and the call stays queued.
 * - `portal`: a gateway answered for our server (server-answer.ts); the run ends, no attempt is counted.
 * - `session`: the token is refused; the run ends until there is a new one.
 * - `refuse`: moved to the refused calls (要確認) with the server's message. `isBlocked`: the server may have recorded the
 *   call.
 * - `unsent`: the dialect cannot translate the call; it waits, and nothing was sent.
 * - `postpone`: not sent before `until` (ms since 1970); with `pausesAll` all other calls wait too; `isAsked`: the
 *   server set the delay.
 */
export type Verdict =
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'stop' }
  | { kind: 'portal'; status: number }
  | { kind: 'session' }
  | { kind: 'refuse'; status: number; reason: string; isBlocked?: boolean }
  | { kind: 'unsent'; reason: string }
  | { kind: 'postpone'; status: number; until: number; pausesAll: boolean; isAsked: boolean };

/** Statuses after which all calls are postponed, not only the one that was answered. */
const pauseStatuses = [429, 503];
/** Statuses with which a proxy answers while the server is down. An overloaded server would also send `Retry-After`. */
const serverDownStatuses = [502, 503, 504];

/** Returns the delay in ms after an answer without `Retry-After`. */
function delayWithoutHeader({ status }: ServerAnswer, { attempts, random }: AnswerContext): number {
  if (!serverDownStatuses.includes(status)) return backoff(attempts, random);
  if (attempts >= QUICK_RETRIES) return backoff(attempts - QUICK_RETRIES, random);
  return quickDelay(random);
}

function postpone(answer: ServerAnswer, context: AnswerContext): Verdict {
  const { now } = context;
  const asked = answer.retryAfterMs;
  return {
    kind: 'postpone',
    status: answer.status,
    until: now + (asked ?? delayWithoutHeader(answer, context)),
    // A 2xx without an acknowledgement does not come from our server, and every other call would get the same answer.
    pausesAll: isOk(answer.status) || pauseStatuses.includes(answer.status),
    isAsked: asked !== undefined,
  };
}

/**
 * Returns what is done with a waiting call after an answer (docs/offline.md, "What an answer means").
 *
 * @param answer undefined if none came within the time limit.
 */
export function classify(answer: ServerAnswer | undefined, context: AnswerContext): Verdict {
  if (!answer) return { kind: 'stop' };
  const { status } = answer;
  // An HTML page with a 2xx status counts as no answer of the server.
  const isPage = gatewayOf(answer, answer.json) !== undefined || (isOk(status) && answer.body === 'other');
  if (isPage) return { kind: 'portal', status: isOk(status) ? 0 : status };
  if (isOk(status)) {
    return answer.receipt ? { kind: 'receipt', receipt: answer.receipt } : postpone(answer, context);
  }
  if (status === 401) return { kind: 'session' };
  if (isRetryable(status)) return postpone(answer, context);
  return { kind: 'refuse', status, reason: answer.reason };
}

/**
 * Returns true if a call postponed until `until` may be sent. A time further ahead than any delay means that the
 * device's clock was turned back.
 */
export function isDue(until: number | undefined, now: number): boolean {
  return until === undefined || until <= now || until > now + RETRY_AFTER_MAX_MS;
}
