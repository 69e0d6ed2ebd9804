/** Whether the API host answers: what the last request saw, because no browser knows it (docs/offline.md, "Triggers"). */
import { createSignal } from '@/storage/signal';

const changed = createSignal<boolean>();
let isReachable = true;

/** What the last request saw; true before the first. */
export function wasReachable(): boolean {
  return isReachable;
}

/** Notes what a request saw. */
export function noteReachability(answered: boolean): void {
  if (answered === isReachable) return;
  isReachable = answered;
  changed.publish(answered);
}

/** Calls the listener whenever it changes; returns how to stop. */
export const watchReachability = changed.subscribe;
