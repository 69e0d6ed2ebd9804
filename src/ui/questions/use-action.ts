/** Asynchronous actions: one at a time, with running state and error. */
import { useRef, useState } from 'react';

/** Runs one task at a time; uses a ref, because React updates state too late to stop a double click. */
export function useOneAtATime() {
  const isBusy = useRef(false);
  const [isRunning, setRunning] = useState(false);
  /** Runs a task; resolves to false, without running it, while another task runs. */
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
 * Returns an action for a button or list.
 *
 * @returns `run` resolves to true on success, to false on failure or while another run is active; it never rejects.
 * `error` is the error of the last run.
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
