/** How long a server asks to be left alone: the Retry-After header, read the same everywhere. */

const SECOND_MS = 1000;
/** `Retry-After` is believed between these; nothing is ever put off further ahead. */
const RETRY_AFTER_MIN_MS = SECOND_MS;
export const RETRY_AFTER_MAX_MS = 3600 * SECOND_MS;

/**
 * The wait that the server asked for, in ms: seconds, or an HTTP date measured against the answer's own `Date`, because
 * the device's clock may be years off; undefined when it asked for none, or not in a way that can be read.
 */
export function readRetryAfter(retryAfter: string, date: string, now: number): number | undefined {
  const text = retryAfter.trim();
  const asked = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - (Date.parse(date) || now);
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, RETRY_AFTER_MIN_MS), RETRY_AFTER_MAX_MS);
}
