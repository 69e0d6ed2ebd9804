/** Reachability of the API host, by the outcome of the latest request, because `navigator.onLine` does not tell it (docs/offline.md, "Triggers"). */
import { createSignal } from '@/storage/signal';

const changed = createSignal<boolean>();
let latest: boolean | 'portal' = true;

/** Returns whether the server answered the latest request; true before the first. */
export function wasReachable(): boolean {
  return latest === true;
}

/** Returns whether a portal or a sign-in proxy answered the latest request instead of the server. */
export function isBehindPortal(): boolean {
  return latest === 'portal';
}

/** Records the outcome of a request: the server answered (true), a portal answered, or no response came (false). */
export function noteReachability(outcome: boolean | 'portal'): void {
  if (outcome === latest) return;
  latest = outcome;
  changed.publish(wasReachable());
}

/** Calls the listener with {@link wasReachable} on every change of the outcome. @returns a function that unsubscribes. */
export const watchReachability = changed.subscribe;
