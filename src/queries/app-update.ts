/** A new version of the app: it is noticed, waits, and takes over when the learner says so (offline design, "Updates"). */
import { useSyncExternalStore } from 'react';

import { sendAll } from './queue';

/** The path of this build's main file, which this very code is in. */
export const APP_BUILD = new URL(import.meta.url).pathname;

const HOUR_MS = 3_600_000;
/** Safari does not always tell that the new worker took over. */
const RELOAD_ANYWAY_MS = 4000;
/** What waits is sent before the change, if that takes no longer. */
const SEND_FIRST_MS = 4000;

/**
 * `waiting`: installed, and waits for the learner's word. `replaced`: another tab has changed over; this one works on with
 * its own files, which the worker keeps for it, until it is loaded anew.
 */
export type AppUpdate = 'none' | 'waiting' | 'replaced';

let update: AppUpdate = 'none';
let followed: ServiceWorkerRegistration | undefined;
let isAsked = false;
const listeners = new Set<() => void>();

function setUpdate(next: AppUpdate): void {
  update = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a newer version can be had by {@link applyUpdate}. */
export function useAppUpdate(): AppUpdate {
  return useSyncExternalStore(subscribe, () => update);
}

function reload(): void {
  globalThis.location.reload();
}

/** Looks for a waiting worker, now and whenever one has been installed. */
function watchInstalls(registration: ServiceWorkerRegistration): void {
  const look = () => {
    if (registration.waiting && registration.active && update === 'none') setUpdate('waiting');
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  look();
}

/**
 * Follows the versions of the app: asks for a newer one now, whenever the page is looked at again, and every hour.
 *
 * @param hadController whether a worker was in control when the page was loaded; a first worker is no new version.
 */
export function followUpdates(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  hadController: boolean,
): void {
  let isControlled = hadController;
  followed = registration;
  watchInstalls(registration);
  container.addEventListener('controllerchange', () => {
    if (isAsked) reload();
    else if (isControlled) setUpdate('replaced');
    isControlled = true;
  });
  // Without a network there is no news, and the next look comes by itself.
  const look = () => void registration.update().catch(() => undefined);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
  setInterval(look, HOUR_MS);
  if (registration.active) look();
}

/**
 * Changes to the new version: what waits is sent first if that goes quickly, then the new worker takes over and the page
 * is loaded anew. What is kept on the device stays as it is.
 */
export async function applyUpdate(): Promise<void> {
  isAsked = true;
  const sent = sendAll().catch(() => undefined);
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, SEND_FIRST_MS))]);
  const waiting = followed?.waiting;
  if (!waiting) return reload();
  setTimeout(reload, RELOAD_ANYWAY_MS);
  waiting.postMessage('SKIP_WAITING');
}
