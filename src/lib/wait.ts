/** Waits: for the next frame or the moment before its paint, for an idle browser, for a pause in typing. */

/** Delay, in ms, used in Safari, which has no requestIdleCallback. */
const FALLBACK_DELAY_MS = 200;

/** Resolves when the browser is idle. @param maxMs upper bound, ms; unlimited if omitted. */
export function whenIdle(maxMs?: number): Promise<unknown> {
  return new Promise((resolve) => {
    if (globalThis.requestIdleCallback) globalThis.requestIdleCallback(resolve, { timeout: maxMs });
    else setTimeout(resolve, FALLBACK_DELAY_MS);
  });
}

/** Pause after typing before a search field requests results, ms. */
export const SERVER_SEARCH_DEBOUNCE_MS = 200;

/** Returns a function whose calls share the promise of `wait` until it resolves. */
function shared(wait: (resolve: () => void) => void): () => Promise<void> {
  let pending: Promise<void> | undefined;
  return () => {
    pending ??= new Promise<void>((resolve) => {
      // A hidden page has no frames.
      setTimeout(resolve, 100);
      wait(resolve);
    }).then(() => {
      pending = undefined;
    });
    return pending;
  };
}

/**
 * Resolves after the next frame is laid out, so that what has changed so far is painted before more work begins; calls
 * within one frame share the promise. On a hidden page it resolves after 100 ms.
 */
export const nextFrame = shared((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * Resolves before the next frame is painted; what is changed then is part of that frame. On a hidden page it resolves
 * after 100 ms.
 */
export const beforePaint = shared((resolve) => requestAnimationFrame(() => resolve()));
