/** How often a server that is down is asked, for the two that must agree: the page's timer and the wait of a single call. */

/**
 * A server that answers 502, 503 or 504, or not at all, is asked again every 2 to 4 s this many times, five minutes in all; then the waits
 * grow (docs/decisions/0007).
 */
export const QUICK_RETRIES = 75;
