/** The state of app updates for screens; worker.ts detects and applies them. */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

/** The path of this build's main script, which contains this module. */
export const APP_BUILD = new URL(import.meta.url).pathname;

/**
 * The state of an app update. `waiting`: a new version is installed and waits until the learner agrees. `replaced`:
 * another tab has applied the update; until it is reloaded, this tab continues with its own files, which the service
 * worker keeps.
 */
export type AppUpdate = 'none' | 'waiting' | 'replaced';

let update: AppUpdate = 'none';
let change: (() => Promise<void>) | undefined;
const changed = createSignal();

/**
 * Publishes the state of the app update, and the function that applies the update. The state `waiting` does not replace
 * `replaced`.
 */
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
