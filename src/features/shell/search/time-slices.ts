/** Time slicing: long work yields to the page at short intervals. */
import type { Pace } from '@/study/search/search-hits';

/** Length of a slice, in ms: too short to delay a key press noticeably. */
const SLICE_MS = 8;

/** Yields to key presses and painting: resolves in the next task. */
function untilNextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/**
 * Creates a pace that divides work into time slices until `signal` is aborted.
 *
 * @param rest waits between two slices; by default until the next task.
 */
export function createPace(signal: AbortSignal, rest = untilNextTask): Pace {
  let begun = performance.now();
  return {
    isOver: () => performance.now() - begun > SLICE_MS,
    rest: async () => {
      await rest();
      signal.throwIfAborted();
      begun = performance.now();
    },
  };
}
