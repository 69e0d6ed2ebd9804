/**
 * Precaches the app's own files: all of this build, and those of an earlier build as long as a page of it is open.
 * Files that only staff open are precached where staff have signed in on this device (docs/decisions/0044).
 *
 * Names below /assets/ contain a hash of the content, so files of two builds can be in one cache. Workbox itself would
 * delete the earlier ones as soon as the new worker is active, and open tabs could no longer load their lazy chunks.
 */
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

import { MINUTE_MS, NETWORK_LOGIN_PATH } from '@/lib/constants';
import { isScreenPath } from '@/session/screen-paths';
import { needsStaffFiles } from '@/session/staff-mark';
import { APP_BUILD_LOCK, PRECACHE_LOCK } from '@/storage/app-build';
import { browser } from '@/storage/browser';
import { withLock } from '@/storage/locks';

import { createPrerenderedHandler } from './prerendered-lessons';

declare const self: ServiceWorkerGlobalScope;

/** One of the app's files, as the build lists it (server/tooling/bundling/staff-files.ts). */
export interface AppFile extends PrecacheEntry {
  /** True if only staff's screens load the file. */
  isStaffs?: boolean;
}

/**
 * If a file is not cached, or the cache cannot be read, the page's request is sent to the host; the browser follows its
 * redirects.
 */
const fallBackToHost = {
  handlerDidError: ({ event }: { event: ExtendableEvent }) => fetch((event as FetchEvent).request),
};

const precache = new PrecacheController({ fallbackToNetwork: false, plugins: [fallBackToHost] });
// The `Vary` header is ignored, because names and revisions identify a file.
precache.strategy.matchOptions = { ignoreVary: true };
/** The URLs of staff's files. */
const staffUrls = new Set<string>();

/** Returns true for the path of a file of this build. */
const isOwnFile = (path: string) => precache.getCacheKeyForURL(path) !== undefined;

/** Serves a file of an earlier build from the cache, else from the host. */
async function answerEarlierFile({ request }: { request: Request }): Promise<Response> {
  const { cacheName, matchOptions } = precache.strategy;
  const held = await caches.match(request.url, { ...matchOptions, cacheName }).catch(() => undefined);
  return held ?? fetch(request);
}

/** Number of files fetched at the same time: of a browser's six connections to a host, two stay free for the page. */
const FETCH_CONCURRENCY = 4;

type FileEntry = [url: string, key: string];

/** Lists the files that this device needs and has not cached yet; staff's files last. */
async function findMissing(cache: Cache): Promise<FileEntry[]> {
  const held = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...precache.getURLsToCacheKeys()].filter(([, key]) => !held.has(key));
  const isNeeded = await needsStaffFiles(self.registration.active !== null);
  return [
    ...missing.filter(([url]) => !staffUrls.has(url)),
    ...(isNeeded ? missing.filter(([url]) => staffUrls.has(url)) : []),
  ];
}

/**
 * Returns the options of a file's request. With them the browser refuses content whose digest differs from the build's.
 */
function requestOptions(key: string, init: RequestInit = {}): RequestInit {
  return { priority: 'low', integrity: precache.getIntegrityForCacheKey(key), ...init };
}

/**
 * Fetches the missing files; an interrupted install continues where it stopped. Workbox itself would fetch one file
 * after the other, each with a round trip.
 */
async function fetchFiles(): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName);
  const missing = await findMissing(cache);
  while (missing.length > 0) {
    const files = missing.splice(0, FETCH_CONCURRENCY);
    const hashed = files.filter(([url, key]) => url === key).map(([url]) => new Request(url, requestOptions(url)));
    const unhashed = files.filter(([url, key]) => url !== key).map(([url, key]) => fetchUnhashed(cache, url, key));
    await Promise.all([addAll(cache, hashed), ...unhashed]);
  }
}

/**
 * Fetches and caches files with hashed names. After a failure it retries without the HTTP cache, which may hold a wrong
 * response for a year.
 */
async function addAll(cache: Cache, requests: Request[]): Promise<void> {
  await cache.addAll(requests).catch((error: unknown) => {
    // Errors of storage are not retried: a full device would fail again.
    if (!(error instanceof TypeError)) throw error;
    return cache.addAll(requests.map((request) => new Request(request, { cache: 'reload' })));
  });
}

/** Fetches and caches a file whose name has no hash; Workbox's cache key contains its revision. */
async function fetchUnhashed(cache: Cache, url: string, key: string): Promise<void> {
  const answer = await fetch(url, requestOptions(key, { cache: 'reload' }));
  if (!answer.ok) throw new Error(`Status ${answer.status} for ${url}`);
  // The body is read completely, so that the connection is free even if it cannot be cached.
  const body = await answer.blob();
  if (url.endsWith('.html') && !isOwnPage(await body.text())) throw new Error(`Another page for ${url}`);
  // The response is copied, because browsers refuse redirected responses for navigations.
  await cache.put(key, new Response(body, { headers: answer.headers }));
}

/**
 * Returns true if a page is complete and names only files of this build: captive portals, and hosts during a
 * deployment, answer with other pages.
 */
function isOwnPage(page: string): boolean {
  const named = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  return named.length > 0 && named.every(isOwnFile) && page.includes('</html>');
}

/** Maximum time in ms that a sign-in to the local network (captive portal) may take. */
const NETWORK_LOGIN_MS = 5 * MINUTE_MS;
/**
 * Until this time (the service worker's monotonic clock), a path such as /login may be a page of the network's sign-in.
 */
let networkFirstUntil = 0;

type RouteHandler = Extract<Parameters<typeof registerRoute>[1], (...options: never[]) => unknown>;

/**
 * Creates the handler that requests the network first while the user signs in to a captive portal, until a page of this
 * build arrives from the network.
 *
 * @param answer serves the screen from the device.
 */
function createNavigationHandler(answer: RouteHandler): RouteHandler {
  return async (options) => {
    if (performance.now() >= networkFirstUntil) return answer(options);
    const page = await fetch(options.request).catch(() => undefined);
    if (page?.ok && isOwnPage(await page.clone().text())) networkFirstUntil = 0;
    return page ?? answer(options);
  };
}

/**
 * Matches the pages of the app's screens. Other paths are left to the host: a captive portal's sign-in pages may have
 * any other path.
 */
function isScreen({ request, url }: { request: Request; url: URL }): boolean {
  if (request.mode !== 'navigate') return false;
  if (url.pathname === NETWORK_LOGIN_PATH) networkFirstUntil = performance.now() + NETWORK_LOGIN_MS;
  return isScreenPath(url.pathname);
}

/** Serves the app from the precache, and index.html for the path of every screen. */
export function serveShell(files: AppFile[]): void {
  precache.addToCacheList(files);
  for (const { url, isStaffs } of files) if (isStaffs) staffUrls.add(new URL(url, self.location.href).href);
  // Holds a lock during the install, because `repairAndCleanFiles` must not delete files that are just being fetched.
  self.addEventListener('install', (event) => event.waitUntil(withLock(PRECACHE_LOCK, fetchFiles)));
  cleanupOutdatedCaches();
  registerRoute(new PrecacheRoute(precache, { cleanURLs: false, directoryIndex: '' }));
  const answerShell = precache.createHandlerBoundToURL('/index.html');
  const readFile = async (path: string) => (await precache.matchPrecache(path))?.text();
  const answerScreen = createPrerenderedHandler(answerShell, { isOwn: isOwnFile, read: readFile });
  registerRoute(isScreen, createNavigationHandler(answerScreen));
  registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), answerEarlierFile);
}

/** Returns the number of files that this device needs and has not cached. */
export async function countMissing(): Promise<number> {
  return (await findMissing(await caches.open(precache.strategy.cacheName))).length;
}

/**
 * Activates this service worker once all files that this device needs are cached: staff may have signed in since the
 * install.
 */
export async function takeOver(): Promise<void> {
  if ((await countMissing()) > 0) await withLock(PRECACHE_LOCK, fetchFiles);
  await self.skipWaiting();
}

/**
 * Returns true if every open page is of this service worker's build: each page holds a Web Lock that names its build.
 * The pages are counted, because the client ids in Chromium's locks differ from those that service workers see.
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
 * Fetches files of this build that the browser has deleted, and deletes the files of earlier builds once they are not
 * needed: no page of an earlier build is open, and no newer worker, whose files are in the same cache, waits.
 */
export function repairAndCleanFiles(event: ExtendableEvent): Promise<void> {
  return withLock(PRECACHE_LOCK, async () => {
    // Errors are ignored: without a network the files are fetched at a later start.
    await fetchFiles().catch(() => undefined);
    const { installing, waiting } = self.registration;
    if (installing ?? waiting) return;
    if (await isOnlyVersionOpen()) await precache.activate(event);
  });
}
