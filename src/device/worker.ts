/** Registers the service worker, after the first screen is shown. */
import type { QueryClient } from '@tanstack/react-query';
import { messageSW, Workbox } from 'workbox-window';

import { HOUR_MS } from '@/lib/constants';
import { watchOnline } from '@/offline/page/watch-online';
import { meQueries } from '@/queries/me';
import { markStaff } from '@/session/staff-mark';
import { now } from '@/storage/now';
import { sessionWords } from '@/storage/session-storage';

import { noteRegistration } from './registering';
import { publishUpdate } from './update-state';

// App updates: detects a new version and applies it when the learner agrees (docs/offline.md, "Updates").

/** Poll interval for the new worker's state: Safari does not always fire `statechange`. */
const WORKER_POLL_MS = 500;
/**
 * The page is reloaded after this time at the latest, ms: Chromium sometimes keeps the old worker active until a
 * reload.
 */
const MAX_TAKEOVER_MS = 4000;
/**
 * The reloaded page continues the update only within this time after the user requested it, ms; later, a new version
 * would surprise the learner.
 */
const REQUEST_VALID_MS = 15_000;
/** Session storage key: when the update was requested, ms since 1970, until the reloaded page has read it. */
const REQUESTED_AT_KEY = 'update-asked';
/** Maximum time, ms, for sending queued calls before the update. */
const MAX_SENDING_MS = 4000;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function reload(): void {
  globalThis.location.reload();
}

/** Tells the new worker to skip waiting; stored data stay unchanged. */
function askToTakeOver(workbox: Workbox, worker: ServiceWorker): void {
  workbox.messageSkipWaiting();
  // Workers of builds up to 0.1.0, possible after a rollback, understand only this plain string.
  worker.postMessage('SKIP_WAITING');
}

/**
 * Lets the new worker take over and reloads the page; when the takeover takes too long, the reloaded page finishes it.
 */
async function applyWaiting(workbox: Workbox, worker: ServiceWorker): Promise<void> {
  askToTakeOver(workbox, worker);
  for (let waited = 0; worker.state === 'installed' && waited < MAX_TAKEOVER_MS; waited += WORKER_POLL_MS)
    await delay(WORKER_POLL_MS);
  if (worker.state === 'installed') sessionWords()?.setItem(REQUESTED_AT_KEY, String(now()));
  reload();
}

/** Returns true if this page was reloaded in the middle of {@link applyWaiting}; later calls return false. */
function takeRequest(): boolean {
  const requestedAt = Number(sessionWords()?.getItem(REQUESTED_AT_KEY));
  sessionWords()?.removeItem(REQUESTED_AT_KEY);
  return Math.abs(now() - requestedAt) < REQUEST_VALID_MS;
}

/** Sends queued calls before an update, for a limited time; a failing import of the sending code is ignored. */
async function sendFirst(): Promise<void> {
  const sent = import('@/offline/page/request-replay')
    .then(({ requestReplay }) => requestReplay({ isUrgent: true }))
    .catch(() => undefined);
  await Promise.race([sent, delay(MAX_SENDING_MS)]);
}

/**
 * Checks for updates whenever the page becomes visible, and every hour; restores the worker when the network returns.
 */
function checkPeriodically(ask: () => void, restore: () => Promise<void>): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask());
  watchOnline(() => void restore().catch(() => undefined));
  setInterval(ask, HOUR_MS);
}

/**
 * Follows the versions of the app: checks for a newer one now, whenever the page becomes visible, and every hour.
 *
 * @param hadController true when a worker controlled the page when it loaded; a first worker is not an update.
 * @param registered undefined when the registration failed: it is retried.
 */
export function followUpdates(workbox: Workbox, hadController: boolean, registered?: ServiceWorkerRegistration): void {
  let registration = registered;
  let isControlled = hadController;
  let isAsked = false;
  const change = async () => {
    isAsked = true;
    await sendFirst();
    if (registration?.waiting) await applyWaiting(workbox, registration.waiting);
    else reload();
  };
  const look = () => registration?.waiting && registration.active && publishUpdate('waiting', change);
  workbox.addEventListener('waiting', look);
  // The browser may evict the worker without the other data: the page registers it again, but only once, because a kill
  // switch unregisters the worker on purpose. A first worker whose install failed is retried until it succeeds.
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
    else if (isControlled) publishUpdate('replaced', change);
    isControlled = true;
  });
  // Check at once: a worker may have been waiting since an earlier visit.
  look();
  if (takeRequest() && registration?.waiting) {
    isAsked = true;
    setTimeout(() => (isAsked = false), REQUEST_VALID_MS);
    askToTakeOver(workbox, registration.waiting);
  }
  // A failed update check is repeated at the next one. After a failed install Workbox fires no event when the same
  // version is installed later, so `look` runs after every check.
  const ask = () =>
    void workbox
      .update()
      .then(() => (registration ? look() : restore()), restore)
      .catch(() => undefined);
  checkPeriodically(ask, restore);
  if (registration?.active) ask();
}

/** First parts of the keys of queries whose responses the worker caches (docs/offline.md, law 3). */
const studyRoots = new Set<unknown>(['courses', 'sections', 'lessons', 'question-sets', 'contents']);

/**
 * Repeats the requests for courses, lessons and questions that the page sent before the worker controlled it, so that
 * the worker caches the responses.
 */
function readAgain(queryClient: QueryClient): void {
  const isStudyRead = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey.length > 1 && studyRoots.has(queryKey[0]);
  void queryClient.invalidateQueries({ predicate: isStudyRead, refetchType: 'all' });
  for (const image of document.images) {
    if (image.crossOrigin !== null) fetchImage(image.src);
  }
}

/** Requests an image through the worker as an <img> element would. */
function fetchImage(url: string): void {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
}

/** Calls {@link readAgain} once a service worker controls the page; at once if one already does. */
function readAgainUnderControl(workbox: Workbox, queryClient: QueryClient): void {
  if (navigator.serviceWorker.controller) return readAgain(queryClient);
  const again = () => {
    workbox.removeEventListener('controlling', again);
    readAgain(queryClient);
  };
  workbox.addEventListener('controlling', again);
}

/**
 * Registers the service worker. Never rejects: when the browser refuses, the app works without cached server responses.
 *
 * @param hadController true when a worker controlled the page when it loaded.
 */
export async function registerWorker(queryClient: QueryClient, hadController: boolean): Promise<void> {
  const { serviceWorker } = navigator;
  // Stores the mark of editing roles (staff) before the registration, because the worker's install event reads the
  // mark.
  await markStaff(queryClient.getQueryData(meQueries.current().queryKey)?.role).catch(() => undefined);
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  const registration = await noteRegistration(workbox.register({ immediate: true })).catch(() => undefined);
  if (!hadController) readAgainUnderControl(workbox, queryClient);
  followUpdates(workbox, hadController, registration);
  const { active } = await serviceWorker.ready;
  // Ask the active worker to claim this page: a page that loaded while the worker was activating is not controlled.
  // `workbox.messageSW` would message a waiting worker instead.
  if (!serviceWorker.controller && active) void messageSW(active, 'claim');
  for (const worker of [serviceWorker.controller, registration?.waiting])
    if (worker) void messageSW(worker, 'drop-earlier-files');
}
