/** Holds timers of certain lengths. */
import { vi } from 'vitest';

/**
 * Holds the timers for which `isHeld` returns true; all others run, with their arguments: Node's `fetch` sets timers
 * with arguments, too.
 *
 * @returns a function that runs the held timers.
 */
export function holdTimers(isHeld: (ms: number) => boolean): () => void {
  const held: (() => void)[] = [];
  const { setTimeout: setRealTimeout } = globalThis;
  const setTimeoutUnlessHeld = (run: () => void, ms = 0, ...given: []) => {
    if (!isHeld(ms)) return setRealTimeout(run, ms, ...given);
    held.push(run);
    return 0;
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(setTimeoutUnlessHeld as typeof setTimeout);
  return () => held.splice(0).forEach((run) => run());
}
