/** When requests are on their way: what is large follows what is small on a slow line, and a browser asks a host for six at once. */

let sent = 0;
let awaited: { count: number; resolve: () => void } | undefined;

/** One more request is on its way. */
export function noteSent(): void {
  sent += 1;
  if (awaited && sent >= awaited.count) awaited.resolve();
}

/** Resolves once so many more are; to be waited for by one at a time. */
export function untilSent(more: number): Promise<void> {
  return new Promise((resolve) => (awaited = { count: sent + more, resolve }));
}
