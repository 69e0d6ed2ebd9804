/** A new version of the app: it is noticed, waits, and takes over when the learner says so (docs/offline.md, "Updates"). */
import type { Workbox } from 'workbox-window';

import { HOUR_MS } from '@/lib/constants';
import { watchOnline } from '@/offline/page/watch-online';
import { browser } from '@/storage/browser';
import { now } from '@/storage/now';

import { tellUpdate } from './app-update';

/** The worker that takes over is looked at this often: Safari does not always tell. */
const LOOK_MS = 500;
/** Chromium now and then does not see that the earlier worker has nothing more to do, until a page is loaded anew. */
const LOAD_ANEW_MS = 4000;
/** How long a page that was loaded anew before the change goes on with it by itself; later that would surprise. */
const WISH_MS = 15_000;
/** In the tab's storage: when the change was asked for, in ms since 1970, until the page that goes on with it has read it. */
const WISH = 'update-asked';
/** What waits is sent before the change, if that takes no longer. */
const SEND_FIRST_MS = 4000;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function reload(): void {
  globalThis.location.reload();
}

/** Asks the new worker to take over; what is kept on the device stays as it is. */
function askToTakeOver(workbox: Workbox, worker: ServiceWorker): void {
  workbox.messageSkipWaiting();
  // Workers of builds up to 0.1.0, to which a rollback leads, know the bare word only.
  worker.postMessage('SKIP_WAITING');
}

/** Has the new worker take over, and loads the page anew: after a while in any case, and that page goes on with it. */
async function changeOver(workbox: Workbox, worker: ServiceWorker): Promise<void> {
  askToTakeOver(workbox, worker);
  for (let waited = 0; worker.state === 'installed' && waited < LOAD_ANEW_MS; waited += LOOK_MS) await delay(LOOK_MS);
  if (worker.state === 'installed') browser.sessionStorage?.setItem(WISH, String(now()));
  reload();
}

/** Whether the page was loaded anew in the middle of {@link changeOver}; true once. */
function takeWish(): boolean {
  const wishedAt = Number(browser.sessionStorage?.getItem(WISH));
  browser.sessionStorage?.removeItem(WISH);
  return Math.abs(now() - wishedAt) < WISH_MS;
}

/** Sends what waits, if that goes quickly; the login screen does without the code for it. */
async function sendFirst(): Promise<void> {
  const sent = import('@/offline/page/request-replay')
    .then(({ requestReplay }) => requestReplay({ isUrgent: true }))
    .catch(() => undefined);
  await Promise.race([sent, delay(SEND_FIRST_MS)]);
}

/** Asks whenever the page is looked at again, and every hour; restores as soon as there is a network. */
function askFromTimeToTime(ask: () => void, restore: () => Promise<void>): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask());
  watchOnline(() => void restore().catch(() => undefined));
  setInterval(ask, HOUR_MS);
}

/**
 * Follows the versions of the app: asks for a newer one now, whenever the page is looked at again, and every hour.
 *
 * @param hadController whether a worker was in control when the page was loaded; a first worker is no new version.
 * @param registered nothing where no worker could be had: it is asked for again.
 */
export function followUpdates(workbox: Workbox, hadController: boolean, registered?: ServiceWorkerRegistration): void {
  let registration = registered;
  let isControlled = hadController;
  let isAsked = false;
  const change = async () => {
    isAsked = true;
    await sendFirst();
    if (registration?.waiting) await changeOver(workbox, registration.waiting);
    else reload();
  };
  const look = () => registration?.waiting && registration.active && tellUpdate('waiting', change);
  workbox.addEventListener('waiting', look);
  // The browser may delete the worker alone. It is registered again once a page: a kill switch means what it does. A first one
  // whose install broke off is registered until it is there.
  let isRestored = false;
  const restore = async () => {
    if (isRestored || (await navigator.serviceWorker.getRegistration())) return;
    const hadWorker = isControlled;
    isControlled = false;
    registration = await workbox.register({ immediate: true });
    isRestored = hadWorker;
  };
  workbox.addEventListener('controlling', () => {
    if (!navigator.serviceWorker.controller) void restore().catch(() => undefined);
    else if (isAsked) reload();
    else if (isControlled) tellUpdate('replaced', change);
    isControlled = true;
  });
  // One that has waited since an earlier visit.
  look();
  if (takeWish() && registration?.waiting) {
    isAsked = true;
    setTimeout(() => (isAsked = false), WISH_MS);
    askToTakeOver(workbox, registration.waiting);
  }
  // Without a network there is no news, and the next look comes by itself. Workbox does not tell of a version whose install
  // broke off before.
  const ask = () =>
    void workbox
      .update()
      .then(() => (registration ? look() : restore()), restore)
      .catch(() => undefined);
  askFromTimeToTime(ask, restore);
  if (registration?.active) ask();
}
