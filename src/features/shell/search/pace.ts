/** How long work may go on before the page has its turn. */
import type { Pace } from '@/study/search-hits';

/** A slice, ms: far below what delays a key. */
const SLICE_MS = 8;

/** Keys and paint go before the search. */
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
 * Work in slices, until somebody calls it off.
 *
 * @param rest waits for what goes before.
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
