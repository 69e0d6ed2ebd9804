/**
 * Replaces `AbortSignal.any`, which Safari before 17.4, Chrome before 116 and Firefox before 124 lack
 * (docs/browsers.md).
 */

/** Returns a signal that aborts when the first of the given signals does, with the same abort reason. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if (AbortSignal.any) return AbortSignal.any([...signals]);
  const any = new AbortController();
  for (const signal of signals) {
    const abort = () => any.abort(signal.reason);
    if (signal.aborted) abort();
    // Passing `signal` removes the listener after the first abort, so that a long-lived signal does not keep the
    // listener.
    else signal.addEventListener('abort', abort, { signal: any.signal });
  }
  return any.signal;
}
