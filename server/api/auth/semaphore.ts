/** Turns: so many at once under one key, the others in the order they came. */

/** Makes the one who says whose turn it is. @param limit how many at once. */
export function createSemaphore(limit: number) {
  /** By key: how many are at it, and who waits. A key that nobody is at stands for nothing. */
  const counters = new Map<string, { active: number; waiting: (() => void)[] }>();
  return async function runInTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const counter = counters.get(key) ?? { active: 0, waiting: [] };
    counters.set(key, counter);
    // Whoever leaves hands the place on, so it stays counted.
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
