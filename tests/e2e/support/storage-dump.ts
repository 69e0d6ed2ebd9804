/** Dumps everything a page has stored on the device, by kind of storage, as text to search. */
import type { Page } from '@playwright/test';

export interface StorageDump {
  indexedDb: string;
  /** Dumps the URLs, headers and bodies that are stored in Cache Storage. */
  caches: string;
  localStorage: string;
  sessionStorage: string;
  cookies: string;
}

/** Reads every database, cache and storage of the page's origin. */
export function dumpStorage(page: Page): Promise<StorageDump> {
  return page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    async function readDatabase(name: string): Promise<unknown[]> {
      const database = await settle(indexedDB.open(name));
      const stores = [...database.objectStoreNames].map(async (storeName) => {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([settle(store.getAllKeys()), settle(store.getAll())]);
        return { name, storeName, keys, values: values as unknown[] };
      });
      const read = await Promise.all(stores);
      database.close();
      return read;
    }
    async function readCache(name: string): Promise<string> {
      const cache = await caches.open(name);
      const texts = (await cache.keys()).map(async (request) => {
        const response = await cache.match(request, { ignoreVary: true });
        // The dump leaves out the bodies of the app's own scripts and styles: they mention request headers, but hold no
        // secrets.
        const isApp = new URL(request.url).pathname.startsWith('/assets/');
        const body = isApp ? '' : await response?.text();
        return [request.url, ...request.headers, ...(response?.headers ?? []), body].join('\n');
      });
      return [name, ...(await Promise.all(texts))].join('\n');
    }
    const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => readDatabase(name ?? '')));
    const cached = await Promise.all((await caches.keys()).map(readCache));
    return {
      indexedDb: JSON.stringify(databases),
      caches: cached.join('\n'),
      localStorage: JSON.stringify(Object.entries(localStorage)),
      sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
      cookies: document.cookie,
    };
  });
}
