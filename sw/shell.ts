/**
 * The app's own files: those of this version whole, and those of an earlier one for as long as a page of it is open. What only
 * staff open is held where staff have signed in on this device (docs/decisions/0044).
 *
 * Names below /assets/ carry a hash of the content, so files of two versions lie in one cache without a conflict. Workbox
 * alone drops the earlier ones as soon as the new worker is active, and a tab that works on would miss its lazy chunks.
 */
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { needsStaffFiles } from '@/session/staff-mark';
import { APP_BUILD_LOCK, PRECACHE_LOCK } from '@/storage/app-build';
import { browser } from '@/storage/browser';
import { withLock } from '@/storage/locks';

import { createPrerenderedHandler } from './prerendered-lessons';

declare const self: ServiceWorkerGlobalScope;

/** One of the app's files, as the build lists it (server/tooling/bundling/staff-files.ts). */
export interface AppFile extends PrecacheEntry {
  /** No learner's screen loads it. */
  isStaffs?: boolean;
}

/** Where a file is not held, or nothing can be read here, the host is asked for what the page asked for: what it redirects to is the browser's to follow. */
const askHost = { handlerDidError: ({ event }: { event: ExtendableEvent }) => fetch((event as FetchEvent).request) };

const precache = new PrecacheController({ fallbackToNetwork: false, plugins: [askHost] });
// Names and revisions say what a file is, whatever a host says that it depends on.
precache.strategy.matchOptions = { ignoreVary: true };
/** The addresses of staff's files. */
const staffs = new Set<string>();

/** Whether a path is that of a file of this version. */
const isOwnFile = (path: string) => precache.getCacheKeyForURL(path) !== undefined;

/** An earlier version's file where it is still held, else the host's. */
async function answerEarlierFile({ request }: { request: Request }): Promise<Response> {
  const { cacheName, matchOptions } = precache.strategy;
  const held = await caches.match(request.url, { ...matchOptions, cacheName }).catch(() => undefined);
  return held ?? fetch(request);
}

/** Of a browser's six connections to a host two stay free for what the page asks for meanwhile. */
const FETCH_CONCURRENCY = 4;

type FileEntry = [url: string, key: string];

/** What this device needs and does not hold yet, everybody's first. */
async function findMissing(cache: Cache): Promise<FileEntry[]> {
  const held = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...precache.getURLsToCacheKeys()].filter(([, key]) => !held.has(key));
  const isNeeded = await needsStaffFiles(self.registration.active !== null);
  return [
    ...missing.filter(([url]) => !staffs.has(url)),
    ...(isNeeded ? missing.filter(([url]) => staffs.has(url)) : []),
  ];
}

/** How a file is asked for: what comes is refused where the build has named another digest. */
function askFor(key: string, init: RequestInit = {}): RequestInit {
  return { priority: 'low', integrity: precache.getIntegrityForCacheKey(key), ...init };
}

/**
 * Fetches what is missing: an install that was cut off goes on where it was. Workbox alone would fetch file after file,
 * each of them a journey to the host and back.
 */
async function fetchFiles(): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName);
  const missing = await findMissing(cache);
  while (missing.length > 0) {
    const files = missing.splice(0, FETCH_CONCURRENCY);
    const hashed = files.filter(([url, key]) => url === key).map(([url]) => new Request(url, askFor(url)));
    const unhashed = files.filter(([url, key]) => url !== key).map(([url, key]) => fetchAnew(cache, url, key));
    await Promise.all([addAll(cache, hashed), ...unhashed]);
  }
}

/** The browser may have kept something else under their names for a year: then they are asked for past that. */
async function addAll(cache: Cache, requests: Request[]): Promise<void> {
  await cache.addAll(requests).catch((error: unknown) => {
    // A device that is full would be so again.
    if (!(error instanceof TypeError)) throw error;
    return cache.addAll(requests.map((request) => new Request(request, { cache: 'reload' })));
  });
}

/** A name without a hash stays the same from version to version: Workbox holds it under its version. */
async function fetchAnew(cache: Cache, url: string, key: string): Promise<void> {
  const answer = await fetch(url, askFor(key, { cache: 'reload' }));
  if (!answer.ok) throw new Error(`Status ${answer.status} for ${url}`);
  // Read whole: where it cannot be kept, its connection is free.
  const body = await answer.blob();
  if (url.endsWith('.html') && !isOwnPage(await body.text())) throw new Error(`Another page for ${url}`);
  // A copy: no navigation takes what came by a redirect.
  await cache.put(key, new Response(body, { headers: answer.headers }));
}

/** Whether a page is whole, and names files of this version: portals and hosts that are being deployed answer with others. */
function isOwnPage(page: string): boolean {
  const named = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  return named.length > 0 && named.every(isOwnFile) && page.includes('</html>');
}

/** Serves the app from its precache, and index.html for every path of a screen. */
export function serveShell(files: AppFile[]): void {
  precache.addToCacheList(files);
  for (const { url, isStaffs } of files) if (isStaffs) staffs.add(new URL(url, self.location.href).href);
  // Under the lock of `repairAndCleanFiles`: what is being put together is not cleared away.
  self.addEventListener('install', (event) => event.waitUntil(withLock(PRECACHE_LOCK, fetchFiles)));
  cleanupOutdatedCaches();
  registerRoute(new PrecacheRoute(precache, { cleanURLs: false, directoryIndex: '' }));
  const answerShell = precache.createHandlerBoundToURL('/index.html');
  const readFile = async (path: string) => (await precache.matchPrecache(path))?.text();
  registerRoute(
    new NavigationRoute(createPrerenderedHandler(answerShell, { isOwn: isOwnFile, read: readFile }), {
      denylist: [/^\/api\//, /^\/assets\//, /^\/files\//, /^\/(health|live|ready)z$/],
    }),
  );
  registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), answerEarlierFile);
}

/** How many files this device lacks of those that it needs. */
export async function countMissing(): Promise<number> {
  return (await findMissing(await caches.open(precache.strategy.cacheName))).length;
}

/** Takes over from an earlier version, once all that this device needs is held: staff may have signed in since the install. */
export async function takeOver(): Promise<void> {
  if ((await countMissing()) > 0) await withLock(PRECACHE_LOCK, fetchFiles);
  await self.skipWaiting();
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
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return builds.every(isOwnFile) && builds.length >= pages.length;
}

/**
 * Puts back what the browser has deleted of this version's files, and drops what earlier versions left, once nobody needs it:
 * no page of theirs is open, and no newer worker, whose files lie in the same cache, waits.
 */
export function repairAndCleanFiles(event: ExtendableEvent): Promise<void> {
  return withLock(PRECACHE_LOCK, async () => {
    // Without a network they are put back at a later start.
    await fetchFiles().catch(() => undefined);
    const { installing, waiting } = self.registration;
    if (installing ?? waiting) return;
    if (await isOnlyVersionOpen()) await precache.activate(event);
  });
}
