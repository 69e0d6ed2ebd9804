/** The state of app updates for screens; worker.ts and follow-updates.ts detect and apply them. */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

/** The path of this build's main file, which contains this code. */
export const APP_BUILD = new URL(import.meta.url).pathname;

/**
 * `waiting`: a new version is installed and waits until the learner agrees. `replaced`: another tab has applied the update; this
 * tab continues with its own files, which the worker keeps, until it is reloaded.
 */
export type AppUpdate = 'none' | 'waiting' | 'replaced';

let update: AppUpdate = 'none';
let change: (() => Promise<void>) | undefined;
const changed = createSignal();

/** Publishes the state, and the function that applies the update. `waiting` does not replace `replaced`. */
export function publishUpdate(next: AppUpdate, how: () => Promise<void>): void {
  if (update !== 'none' && next === 'waiting') return;
  update = next;
  change = how;
  changed.publish();
}

/** Returns true if {@link applyUpdate} would load a newer version of the app. */
export function useAppUpdate(): AppUpdate {
  return useSyncExternalStore(changed.subscribe, () => update);
}

/** Applies the update and reloads the page. */
export async function applyUpdate(): Promise<void> {
  await change?.();
}
