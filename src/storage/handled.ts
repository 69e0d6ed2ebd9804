/** Marks a promise's rejection as handled and returns the promise, for work that is started now and awaited later. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
