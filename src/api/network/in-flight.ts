/**
 * Counts sent requests, so that on a slow line small reads are sent before large code: a browser sends at most six
 * requests to a host at once.
 */

let sentCount = 0;
const waiting = new Set<{ atCount: number; resolve: () => void }>();

/** Counts a request as sent. Called by the transport. */
export function noteSent(): void {
  sentCount += 1;
  for (const waiter of waiting) {
    if (sentCount < waiter.atCount) continue;
    waiting.delete(waiter);
    waiter.resolve();
  }
}

/**
 * Starts counting sent requests from 0.
 *
 * @returns a function that resolves once `count` requests have been sent since.
 */
export function countSent(): (count: number) => Promise<void> {
  const before = sentCount;
  return (count) =>
    new Promise((resolve) => {
      if (sentCount >= before + count) resolve();
      else waiting.add({ atCount: before + count, resolve });
    });
}
