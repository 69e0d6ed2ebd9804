/** Replaces functions that the oldest supported browsers lack (docs/browsers.md). */

/**
 * Returns a signal that aborts when the first of the given signals does, with the same abort reason. Replaces
 * `AbortSignal.any`, which Safari before 17.4, Chrome before 116 and Firefox before 124 lack.
 */
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

/**
 * Returns the parsed URL; undefined if the text is not a URL. Replaces `URL.parse`, which Safari before 18, Chrome and
 * Firefox before 126 lack.
 *
 * @param base makes a relative URL absolute.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
