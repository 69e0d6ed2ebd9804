/** Waits for frames: for the next one to be painted, or for the moment before the paint. */

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
