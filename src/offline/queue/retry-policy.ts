/**
 * When what could not be sent is tried again: the delays of a single call, and the page's timer (docs/decisions/0007).
 * A delay that the server names in `Retry-After` is obeyed instead (`classify.ts`); calls that wait apart are delayed
 * by `probing.ts`.
 */
import { SECOND_MS } from '@/lib/constants';

/** Bounds of the exponential backoff (docs/offline.md, "What an answer means"). */
const BACKOFF_MIN_MS = 2 * SECOND_MS;
const BACKOFF_MAX_MS = 300 * SECOND_MS;

/**
 * A server that answers 502, 503 or 504, or not at all, is tried again every 2 to 4 s this many times, five minutes in
 * all.
 */
export const QUICK_RETRIES = 75;
/** The first {@link QUICK_RETRIES} delays of a call are between `BACKOFF_MIN_MS` and this, ms. */
const QUICK_RETRY_MAX_MS = 3 * SECOND_MS;

/**
 * The delays of the page's timer, one after the other; the last one repeats. A server that is down is asked every 4 s
 * for five minutes, each time by one request that fails at once, so it receives what waits within 5 s of being back.
 */
export const TIMER_MS: readonly number[] = [...Array.from({ length: QUICK_RETRIES }, () => 4), 15, 15, 60, 60, 300].map(
  (seconds) => seconds * SECOND_MS,
);

/**
 * Returns an exponential backoff in ms, from 2–4 s to 2.5–5 min. The jitter keeps a class of tablets from retrying at
 * the same moment.
 */
export function backoff(attempts: number, random: number): number {
  const upper = Math.min(2 * BACKOFF_MIN_MS * 2 ** Math.min(attempts, 20), BACKOFF_MAX_MS);
  return Math.round(upper / 2 + (upper / 2) * random);
}

/**
 * Returns one of the first {@link QUICK_RETRIES} delays of a call while the server is down, ms.
 *
 * @param random 0 to below 1
 */
export function quickDelay(random: number): number {
  return Math.round(BACKOFF_MIN_MS + (QUICK_RETRY_MAX_MS - BACKOFF_MIN_MS) * random);
}
