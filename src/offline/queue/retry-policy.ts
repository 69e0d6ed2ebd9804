/** The retry interval of a server that is down, shared by the page's timer and the delay of a single call. */

/**
 * A server that answers 502, 503 or 504, or not at all, is tried again every 2 to 4 s this many times, five minutes in all; then the
 * delays
 * grow (docs/decisions/0007).
 */
export const QUICK_RETRIES = 75;
