/** Waits for the next frame, so that what has changed so far is painted before more work begins. */
let pending: Promise<void> | undefined;

/**
 * Resolves after the next frame is laid out; calls within one frame share the promise. A hidden page has no frames: there it resolves
 * after 100 ms.
 */
export function nextFrame(): Promise<void> {
  pending ??= new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  }).then(() => {
    pending = undefined;
  });
  return pending;
}
