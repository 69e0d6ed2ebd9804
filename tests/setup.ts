/** What jsdom and Node lack and the app expects of a browser. */
import 'fake-indexeddb/auto';
import { afterEach } from 'vitest';

// No server by default: a test that wants one sets its origin.
globalThis.__API_HOST__ = 'http://127.0.0.1:9';

if (typeof window !== 'undefined') {
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as unknown as MediaQueryList;
  window.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  window.scrollTo = () => undefined;
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  afterEach(() => {
    window.sessionStorage.clear();
    window.localStorage.clear();
  });
}
