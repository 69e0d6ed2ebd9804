/** A new version of the app: it is noticed, waits, and takes over when the learner says so (docs/offline.md, "Updates"). */
import type { Workbox } from 'workbox-window';

import { HOUR_MS } from '@/constants';
import { sendAll } from '@/queries/queue';

import { tellUpdate } from './app-update';

/** Safari does not always tell that the new worker took over. */
const RELOAD_ANYWAY_MS = 4000;
/** What waits is sent before the change, if that takes no longer. */
const SEND_FIRST_MS = 4000;

function reload(): void {
  globalThis.location.reload();
}

/** Has the new worker take over; what is kept on the device stays as it is. */
function changeOver(workbox: Workbox, { waiting }: ServiceWorkerRegistration): void {
  if (!waiting) return reload();
  setTimeout(reload, RELOAD_ANYWAY_MS);
  workbox.messageSkipWaiting();
  // Workers of builds up to 0.1.0, to which a rollback leads, know the bare word only.
  waiting.postMessage('SKIP_WAITING');
}

/** Sends what waits, if that goes quickly. */
async function sendFirst(): Promise<void> {
  const sent = sendAll().catch(() => undefined);
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, SEND_FIRST_MS))]);
}

/**
 * Follows the versions of the app: asks for a newer one now, whenever the page is looked at again, and every hour.
 *
 * @param hadController whether a worker was in control when the page was loaded; a first worker is no new version.
 */
export function followUpdates(workbox: Workbox, registration: ServiceWorkerRegistration, hadController: boolean): void {
  let isControlled = hadController;
  let isAsked = false;
  const change = async () => {
    isAsked = true;
    await sendFirst();
    changeOver(workbox, registration);
  };
  const look = () => registration.waiting && registration.active && tellUpdate('waiting', change);
  workbox.addEventListener('waiting', look);
  workbox.addEventListener('controlling', () => {
    if (isAsked) reload();
    else if (isControlled) tellUpdate('replaced', change);
    isControlled = true;
  });
  // One that has waited since an earlier visit.
  look();
  // Without a network there is no news, and the next look comes by itself.
  const ask = () => void workbox.update().catch(() => undefined);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask());
  setInterval(ask, HOUR_MS);
  if (registration.active) ask();
}
