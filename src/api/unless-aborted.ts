/** Waiting that ends when it is of no use any more: a body that is read while its request is aborted may never settle. */

/** Settles with the work, or when the signal is aborted, whatever becomes of the work then. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody waits for it any more once it is aborted: its own failure must not count as unhandled.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason as Error);
    signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
