/** Begun now, awaited later: until then a failure must not count as unhandled. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
