/** Reads and changes what the app has stored on the device, and controls its service worker. */
import { type BrowserContext, expect, type Page } from '@playwright/test';

/** A page in which functions can be run: Playwright's, or a tab of the trips in three engines. */
export type EvaluatingPage = Pick<Page, 'evaluate'>;

/** Returns the key under which the device stores a user's data. */
export function ownerAt(origin: string, userId: string): string {
  return `${origin}|${userId}`;
}

/** Counts an owner's queue entries by state. */
export function countEntries(
  page: EvaluatingPage,
  owner: string,
): Promise<Record<'queued' | 'refused' | 'sent', number>> {
  return page.evaluate(async (whose) => {
    const opening = indexedDB.open('queue', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('queue');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error ?? new Error('IndexedDB failed'));
    });
    const store = database.transaction('queue').objectStore('queue');
    const count = (state: string) =>
      new Promise<number>((resolve) => {
        const counting = store.count(IDBKeyRange.bound([state, whose], [state, whose, []]));
        counting.onsuccess = () => resolve(counting.result);
      });
    const [queued, refused, sent] = await Promise.all(['queued', 'refused', 'sent'].map(count));
    database.close();
    return { queued: queued ?? 0, refused: refused ?? 0, sent: sent ?? 0 };
  }, owner);
}

/** One cached copy in Cache Storage. */
export interface DeviceCopy {
  cache: string;
  url: string;
  status: number;
  type: string;
  contentType: string;
  /** The body of the copy if it is text, '' for images. */
  text: string;
}

/**
 * Deletes entries of Cache Storage, as a browser may.
 *
 * @param word part of the caches' names
 * @returns how many were deleted
 */
export function deleteCached(page: EvaluatingPage, word: string, path: RegExp): Promise<number> {
  return page.evaluate(
    async ([inName, source]) => {
      const names = (await caches.keys()).filter((name) => name.includes(inName));
      const counts = names.map(async (name) => {
        const cache = await caches.open(name);
        const found = (await cache.keys()).filter(({ url }) => new RegExp(source).test(new URL(url).pathname));
        return (await Promise.all(found.map((request) => cache.delete(request)))).filter(Boolean).length;
      });
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    [word, path.source] as const,
  );
}

/** Lists the paths of the app's own files that the service worker has cached. */
export function precachedPaths(page: EvaluatingPage): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('workbox-'));
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** Lists the files that this page has loaded and the precache does not contain. */
export function missingFiles(page: EvaluatingPage): Promise<string[]> {
  return page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((each) => each.startsWith('workbox-precache'));
    const held = new Set((await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname));
    const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
    return ['/index.html', ...loaded.filter((path) => path.startsWith('/assets/'))].filter((path) => !held.has(path));
  });
}

/** Makes the page look for a new version of the app, as it does when it becomes visible. */
export async function lookForUpdate(page: EvaluatingPage): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Lists the entries of the study caches of all users of the device. */
export function studyCopies(page: EvaluatingPage): Promise<DeviceCopy[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('study-'));
    const lists = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all(
          (await cache.keys()).map(async (request) => {
            const copy = await cache.match(request, { ignoreVary: true });
            const contentType = copy?.headers.get('Content-Type') ?? '';
            const text = contentType.startsWith('image/') ? '' : ((await copy?.text()) ?? '');
            return {
              cache: name,
              url: request.url,
              status: copy?.status ?? 0,
              type: copy?.type ?? '',
              contentType,
              text,
            };
          }),
        );
      }),
    );
    return lists.flat();
  });
}

/** Dumps everything stored on the device, except the app's own files, as one line per record, to search for words. */
export function dumpDevice(page: EvaluatingPage): Promise<string[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
      });
    async function dumpDatabase(name: string): Promise<string[]> {
      const database = await done(indexedDB.open(name));
      const lines: string[] = [];
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([done(store.getAllKeys()), done<unknown[]>(store.getAll())]);
        keys.forEach((key, index) =>
          lines.push(`idb ${name}/${storeName} ${JSON.stringify(key)} ${JSON.stringify(values[index])}`),
        );
      }
      database.close();
      return lines;
    }
    async function dumpCache(name: string): Promise<string[]> {
      const cache = await caches.open(name);
      return Promise.all(
        (await cache.keys()).map(async (request) => {
          const copy = await cache.match(request, { ignoreVary: true });
          const body = name.startsWith('study-') ? await copy?.text() : '';
          return `cache ${name} ${request.url} ${JSON.stringify([...(copy?.headers ?? [])])} ${body}`;
        }),
      );
    }
    const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => dumpDatabase(name ?? '')));
    const copies = await Promise.all((await caches.keys()).map(dumpCache));
    const local = Object.entries(localStorage).map(([key, value]) => `localStorage ${key} ${String(value)}`);
    const session = Object.entries(sessionStorage).map(([key, value]) => `sessionStorage ${key} ${String(value)}`);
    return [...databases.flat(), ...copies.flat(), ...local, ...session];
  });
}

/** Returns the stored access token. */
export function storedAccessToken(page: EvaluatingPage): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('session', 1);
    const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    const reading = database.transaction('session').objectStore('session').get('current') as IDBRequest<{
      accessToken: string;
    }>;
    await new Promise((resolve) => (reading.onsuccess = resolve));
    database.close();
    return reading.result.accessToken;
  });
}

/** Waits until the service worker is active and controls the page: later requests go through it. */
export async function workerReady(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), {
      message: 'the worker controls the page',
      // A longer timeout than usual, because the service worker's first start downloads the whole app.
      timeout: 30_000,
    })
    .toBe('activated');
}

/** Controls the service worker from outside. */
export interface WorkerTools {
  /** Fires the Background Sync event, as the browser does when it is online again. */
  fireSync: () => Promise<void>;
  /** Stops the service worker, as the browser does to save memory. */
  stop: () => Promise<void>;
}

/** Connects to the service worker through DevTools. @param page any page of the context, of the app or not */
export async function holdWorker(context: BrowserContext, page: Page, origin: string): Promise<WorkerTools> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    fireSync: async () => {
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag: 'replay',
        lastChance: false,
      });
    },
    stop: async () => {
      await session.send('ServiceWorker.stopAllWorkers');
    },
  };
}

/** Lists the paths in the study caches. */
export async function heldPaths(page: EvaluatingPage): Promise<string[]> {
  return (await studyCopies(page)).map(({ url }) => new URL(url).pathname);
}

/**
 * Calls the API through the service worker, as the app does.
 *
 * @returns the status, the cached copy's date and the body
 */
export async function readThroughWorker(page: EvaluatingPage, path: string) {
  const token = await storedAccessToken(page);
  return page.evaluate(
    async ([url = '', bearer = '']) => {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${bearer}` }, redirect: 'manual' });
      return { status: response.status, cachedAt: response.headers.get('x-cached-at'), text: await response.text() };
    },
    [path, token],
  );
}
