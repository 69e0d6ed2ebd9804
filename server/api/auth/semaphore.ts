/** A keyed semaphore with a FIFO queue. */

/** Creates a keyed semaphore. @param limit maximum of concurrent runs per key. @returns a function that runs work under a key. */
export function createSemaphore(limit: number) {
  /** Running count and queue by key of the semaphore. A key without runs is removed. */
  const counters = new Map<string, { active: number; waiting: (() => void)[] }>();
  return async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const counter = counters.get(key) ?? { active: 0, waiting: [] };
    counters.set(key, counter);
    // A finished run hands its slot to the next run in the queue, so `active` does not change for queued runs.
    if (counter.active < limit) counter.active += 1;
    else await new Promise<void>((resolve) => counter.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = counter.waiting.shift();
      if (next) next();
      else counter.active -= 1;
      if (counter.active === 0) counters.delete(key);
    }
  };
}
