/** Waiting for a page that has nothing else to do. */

/** What somebody waits for goes before what comes by itself; not for ever. Safari has no idle callback. */
export function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve);
  });
}
