/** Repeats a call that a busy server has postponed. */
import { ApiError } from '@/api/network/errors';

const FIRST_WAIT_MS = 1000;
const MAX_WAITS = 6;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/**
 * Makes a call; after 429 and 503, where the server has done nothing, it waits and repeats it.
 *
 * @throws the last error.
 */
export async function waitIfBusy<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call();
    } catch (error) {
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!isBusy || waits === MAX_WAITS) throw error;
      await wait(error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** waits, signal);
      signal.throwIfAborted();
    }
  }
}
