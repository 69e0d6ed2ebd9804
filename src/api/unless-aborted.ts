/** Makes a promise abortable: the body of an aborted request may never settle by itself. */

/** Settles with the promise, or rejects with the signal's reason when aborted. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // After an abort nothing awaits the work: its rejection must not count as unhandled.
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
