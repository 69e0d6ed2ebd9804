/** Makes a promise abortable, because reading the body of an aborted request may never settle. */

/** Settles with the given promise, or rejects with the signal's reason when aborted. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // After an abort no caller awaits the given promise: mark its rejection as handled.
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
