/** Whether a new version of the app is there, as screens see it; worker.ts notices it, follow-updates.ts changes over. */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

/** The path of this build's main file, which this very code is in. */
export const APP_BUILD = new URL(import.meta.url).pathname;

/**
 * `waiting`: installed, and waits for the learner's word. `replaced`: another tab has changed over; this one works on with
 * its own files, which the worker keeps for it, until it is loaded anew.
 */
export type AppUpdate = 'none' | 'waiting' | 'replaced';

let update: AppUpdate = 'none';
let change: (() => Promise<void>) | undefined;
const changed = createSignal();

/** Tells the screens, and how to change over. What another tab did is not taken back by what waits. */
export function tellUpdate(next: AppUpdate, how: () => Promise<void>): void {
  if (update !== 'none' && next === 'waiting') return;
  update = next;
  change = how;
  changed.publish();
}

/** Whether a newer version can be had by {@link applyUpdate}. */
export function useAppUpdate(): AppUpdate {
  return useSyncExternalStore(changed.subscribe, () => update);
}

/** Changes to the new version, and loads the page anew. */
export async function applyUpdate(): Promise<void> {
  await change?.();
}
