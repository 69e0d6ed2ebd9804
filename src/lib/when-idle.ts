/** Delays background work until the page is idle. */

/** Delay, in ms, used in Safari, which has no requestIdleCallback. */
const FALLBACK_DELAY_MS = 200;

/** Resolves when the browser is idle. @param maxMs upper bound, ms; unlimited if omitted. */
export function whenIdle(maxMs?: number): Promise<unknown> {
  return new Promise((resolve) => {
    if (globalThis.requestIdleCallback) globalThis.requestIdleCallback(resolve, { timeout: maxMs });
    else setTimeout(resolve, FALLBACK_DELAY_MS);
  });
}
