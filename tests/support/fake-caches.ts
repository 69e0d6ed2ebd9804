/** An in-memory fake of Cache Storage, which Node and jsdom lack, with a quota. */
import { vi } from 'vitest';

interface StoredCopy {
  body: ArrayBuffer;
  headers: [string, string][];
  status: number;
}

export interface FakeCaches {
  /** Cache name → URL → copy. */
  readonly stores: Map<string, Map<string, StoredCopy>>;
  /** The quota for all bodies, in bytes; a write beyond it fails as in a browser. */
  quota: number;
  /** Creates the error of a write beyond the quota; browsers throw different ones. */
  makeFullError: () => unknown;
  /** Called with the URL before each cache write; if this hook throws, the write fails with its error. */
  beforePut: (url: string) => void | Promise<void>;
  /**
   * Called before each removal of a cached copy; if this hook throws, the removal fails with its error, and if it
   * returns false, the removal fails silently.
   */
  mayDelete: (url: string) => boolean;
  /** The number of cache writes. */
  writes: number;
}

function urlOf(request: RequestInfo | URL): string {
  return request instanceof Request ? request.url : new URL(String(request), globalThis.location.origin).href;
}

function toResponse({ body, headers, status }: StoredCopy): Response {
  return new Response(body.slice(0), { status, headers });
}

/** Installs an empty Cache Storage. */
export function installCaches(): FakeCaches {
  const stores: FakeCaches['stores'] = new Map();
  const fake: FakeCaches = {
    stores,
    quota: Number.POSITIVE_INFINITY,
    makeFullError: () => new DOMException('Full', 'QuotaExceededError'),
    beforePut: () => undefined,
    mayDelete: () => true,
    writes: 0,
  };
  const used = () =>
    [...stores.values()].flatMap((store) => [...store.values()]).reduce((sum, { body }) => sum + body.byteLength, 0);

  function createCache(store: Map<string, StoredCopy>): Pick<Cache, 'delete' | 'keys' | 'match' | 'put'> {
    return {
      match: async (request) => {
        const copy = store.get(urlOf(request));
        return copy && toResponse(copy);
      },
      put: async (request, response) => {
        const url = urlOf(request);
        await fake.beforePut(url);
        const copy = { body: await response.arrayBuffer(), headers: [...response.headers], status: response.status };
        const freed = store.get(url)?.body.byteLength ?? 0;
        if (used() - freed + copy.body.byteLength > fake.quota) throw fake.makeFullError();
        store.set(url, copy);
        fake.writes += 1;
      },
      delete: async (request) => {
        const url = urlOf(request);
        return fake.mayDelete(url) ? store.delete(url) : store.has(url);
      },
      keys: async () => [...store.keys()].map((url) => new Request(url)),
    };
  }
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, StoredCopy>();
      stores.set(name, store);
      return createCache(store);
    },
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
    match: async (request: RequestInfo | URL, { ignoreSearch = false, cacheName = '' } = {}) => {
      const wanted = urlOf(request);
      for (const [name, store] of stores) {
        if (cacheName !== '' && name !== cacheName) continue;
        for (const [url, copy] of store) {
          if ((ignoreSearch ? url.split('?')[0] : url) === wanted) return toResponse(copy);
        }
      }
      return undefined;
    },
  });
  return fake;
}
