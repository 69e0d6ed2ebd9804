/** Waiting for a page that has nothing else to do. */

/** Safari has no idle callback: what comes by itself waits so long there, in ms. */
const MOMENT_MS = 200;

/** What somebody waits for goes before what comes by itself. @param mostMs so long at the most; else as long as it takes. */
export function whenIdle(mostMs?: number): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: mostMs });
    else setTimeout(resolve, MOMENT_MS);
  });
}
