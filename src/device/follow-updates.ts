/** A new version of the app: it is noticed, waits, and takes over when the learner says so (docs/offline.md, "Updates"). */
import type { Workbox } from 'workbox-window';

import { HOUR_MS } from '@/constants';
import { sendAll } from '@/queries/queue';

import { tellUpdate } from './app-update';

/** Safari does not always tell that the new worker took over: it is looked at this often. */
const LOOK_MS = 1000;
/** What the earlier worker is sending holds the change up; later than this a page that reloads by itself would surprise. */
const TAKE_OVER_MS = 12_000;
/** What waits is sent before the change, if that takes no longer. */
const SEND_FIRST_MS = 4000;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function reload(): void {
  globalThis.location.reload();
}

/** Has the new worker take over; what is kept on the device stays as it is. @returns whether it did so in time. */
async function takeOver(workbox: Workbox, worker: ServiceWorker): Promise<boolean> {
  workbox.messageSkipWaiting();
  // Workers of builds up to 0.1.0, to which a rollback leads, know the bare word only.
  worker.postMessage('SKIP_WAITING');
  for (let waited = 0; worker.state === 'installed' && waited < TAKE_OVER_MS; waited += LOOK_MS) await delay(LOOK_MS);
  return worker.state !== 'installed';
}

/** Sends what waits, if that goes quickly. */
async function sendFirst(): Promise<void> {
  const sent = sendAll().catch(() => undefined);
  await Promise.race([sent, delay(SEND_FIRST_MS)]);
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
    if (!registration.waiting || (await takeOver(workbox, registration.waiting))) reload();
    else isAsked = false;
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
