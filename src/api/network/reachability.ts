/**
 * Reachability of the API host, by the outcome of the latest request, because `navigator.onLine` does not tell it
 * (docs/offline.md, "Triggers").
 */
import { createSignal } from '@/storage/signal';

import type { Gateway } from './server-answer';

const changed = createSignal<boolean>();
let latest: boolean | Gateway = true;

/** Returns whether the server answered the latest request; true before the first. */
export function wasReachable(): boolean {
  return latest === true;
}

/** Returns which gateway answered the latest request instead of the server; undefined if none did. */
export function latestGateway(): Gateway | undefined {
  return typeof latest === 'string' ? latest : undefined;
}

/** Records the outcome of a request: the server answered (true), a gateway answered, or no response came (false). */
export function noteReachability(outcome: boolean | Gateway): void {
  if (outcome === latest) return;
  latest = outcome;
  changed.publish(wasReachable());
}

/**
 * Calls the listener with {@link wasReachable} on every change of the outcome.
 *
 * @returns a function that unsubscribes.
 */
export const watchReachability = changed.subscribe;
