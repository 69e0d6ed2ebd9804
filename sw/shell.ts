/**
 * The app's own files: those of this version whole, and those of an earlier one for as long as a page of it is open.
 *
 * Names below /assets/ carry a hash of the content, so files of two versions lie in one cache without a conflict. Workbox
 * alone drops the earlier ones as soon as the new worker is active, and a tab that works on would miss its lazy chunks.
 */
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { APP_BUILD_LOCK, PRECACHE_LOCK } from '@/storage/app-build';
import { browser } from '@/storage/browser';
import { withLock } from '@/storage/locks';

declare const self: ServiceWorkerGlobalScope;

const precache = new PrecacheController();

/** An earlier version's file where it is still held, else the host's. */
async function answerEarlierFile({ request }: { request: Request }): Promise<Response> {
  const cache = await caches.open(precache.strategy.cacheName);
  return (await cache.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** Of a browser's six connections to a host two stay free for what the page asks for meanwhile. */
const FILES_AT_ONCE = 4;

/**
 * Fetches what is not held yet: an install that was cut off goes on where it was. Workbox alone would fetch file after
 * file, each of them a journey to the host and back.
 */
async function fetchFiles(event: ExtendableEvent): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName);
  const held = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...precache.getURLsToCacheKeys()].filter(([, key]) => !held.has(key));
  while (missing.length > 0) {
    const files = missing.splice(0, FILES_AT_ONCE);
    const hashed = files.filter(([url, key]) => url === key).map(([url]) => new Request(url, { priority: 'low' }));
    const unhashed = files.filter(([url, key]) => url !== key).map(([url]) => fetchAnew(event, url));
    await Promise.all([cache.addAll(hashed), ...unhashed]);
  }
}

/** A name without a hash stays the same from version to version: Workbox holds it under its version. */
async function fetchAnew(event: ExtendableEvent, url: string): Promise<void> {
  const request = new Request(url, { cache: 'reload', priority: 'low' });
  await Promise.all(precache.strategy.handleAll({ event, request }));
}

/** Serves the app from its precache, and index.html for every path of a screen. */
export function serveShell(files: PrecacheEntry[]): void {
  precache.addToCacheList(files);
  // Under the lock of `dropEarlierFiles`: what is being put together is not cleared away.
  self.addEventListener('install', (event) => event.waitUntil(withLock(PRECACHE_LOCK, () => fetchFiles(event))));
  cleanupOutdatedCaches();
  registerRoute(new PrecacheRoute(precache, { cleanURLs: false, directoryIndex: 'index.html' }));
  registerRoute(
    new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), {
      denylist: [/^\/api\//, /^\/assets\//, /^\/files\//, /^\/healthz$/],
    }),
  );
  registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), answerEarlierFile);
}

/**
 * Whether every open page is of this worker's version: each holds a lock that names its build. They are counted, because
 * Chromium's locks know their pages under other ids than workers do.
 */
async function isOnlyVersionOpen(): Promise<boolean> {
  const locks = browser.navigator?.locks;
  if (!locks) return false;
  const { held = [] } = await locks.query();
  const builds = held.flatMap(({ name }) =>
    name?.startsWith(APP_BUILD_LOCK) ? [name.slice(APP_BUILD_LOCK.length)] : [],
  );
  const isOwn = (path: string) => precache.getCacheKeyForURL(path) !== undefined;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return builds.every(isOwn) && builds.length >= pages.length;
}

/**
 * Drops what earlier versions left, once nobody needs it: no page of theirs is open, and no newer worker, whose files
 * lie in the same cache, waits.
 */
export function dropEarlierFiles(event: ExtendableEvent): Promise<void> {
  return withLock(PRECACHE_LOCK, async () => {
    const { installing, waiting } = self.registration;
    if (installing ?? waiting) return;
    if (await isOnlyVersionOpen()) await precache.activate(event);
  });
}
