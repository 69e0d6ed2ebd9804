/** Reachability of the API host, by the outcome of the latest request, because `navigator.onLine` does not tell it (docs/offline.md, "Triggers"). */
import { createSignal } from '@/storage/signal';

const changed = createSignal<boolean>();
let isReachable = true;

/** Returns whether the latest request was answered; true before the first. */
export function wasReachable(): boolean {
  return isReachable;
}

/** Records whether a request was answered. */
export function noteReachability(answered: boolean): void {
  if (answered === isReachable) return;
  isReachable = answered;
  changed.publish(answered);
}

/** Calls the listener on every change. @returns a function that unsubscribes. */
export const watchReachability = changed.subscribe;
