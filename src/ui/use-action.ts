/** Something that is pressed and takes a while: one at a time, and why it failed. */
import { useRef, useState } from 'react';

/** Runs one task at a time: state comes a moment too late for the second click of a double click. */
export function useOneAtATime() {
  const isBusy = useRef(false);
  const [isRunning, setRunning] = useState(false);
  /** Resolves false when another one was running, and nothing was done. */
  async function run(task: () => Promise<void>): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setRunning(true);
    try {
      await task();
      return true;
    } finally {
      isBusy.current = false;
      setRunning(false);
    }
  }
  return { isRunning, run };
}

/**
 * Makes an action of a button or a list.
 *
 * @returns `run` resolves true when it was done, false when it failed or one was running; it never rejects. `error` is
 * what the last one failed with.
 */
export function useAction<Args extends unknown[]>(task: (...args: Args) => Promise<unknown>) {
  const { isRunning, run } = useOneAtATime();
  const [error, setError] = useState<unknown>();
  async function start(...args: Args): Promise<boolean> {
    try {
      return await run(async () => {
        setError(undefined);
        await task(...args);
      });
    } catch (failure) {
      setError(failure);
      return false;
    }
  }
  return { run: start, isRunning, error };
}
