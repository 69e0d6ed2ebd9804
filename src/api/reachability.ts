/** Whether the API host answers: what the last request saw, because no browser knows it (docs/offline.md, "Triggers"). */

type Listener = (isReachable: boolean) => void;

const listeners = new Set<Listener>();
let isReachable = true;

/** What the last request saw; true before the first. */
export function wasReachable(): boolean {
  return isReachable;
}

/** Notes what a request saw. */
export function noteReachability(answered: boolean): void {
  if (answered === isReachable) return;
  isReachable = answered;
  for (const listener of listeners) listener(answered);
}

/** Calls `listener` whenever it changes; returns how to stop. */
export function watchReachability(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
