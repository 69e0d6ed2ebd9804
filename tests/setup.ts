/** What jsdom and Node lack and the app expects of a browser. */
import 'fake-indexeddb/auto';
import { isMainThread, threadId } from 'node:worker_threads';

import { afterEach } from 'vitest';

import { FakeLocks } from './support/web-locks';

// No server by default: a test that wants one sets its origin.
Object.assign(globalThis, { __API_HOST__: 'http://127.0.0.1:9', __IMAGE_HOSTS__: [], __LOGIN_FIELDS__: {} });

// A file that has a thread for itself (projects.ts): Node's channels reach the threads of other files as well.
if (!isMainThread)
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(`${threadId}: ${name}`);
    }
  };

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
  // jsdom has it, but vitest does not hand it on; a browser writes to the console too.
  globalThis.reportError ??= (error: unknown) => console.error(error);
  // jsdom knows neither scrolling into view nor Web Locks; BroadcastChannel is Node's own.
  Element.prototype.scrollIntoView = () => undefined;
  // It loads no pictures either.
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  // The text editor measures its letters.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  Object.defineProperty(navigator, 'locks', { value: new FakeLocks().manager(() => undefined), configurable: true });
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  // Shared cores are slow now and then; a test that passes never waits that long.
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 30_000 });
  afterEach(() => {
    window.sessionStorage.clear();
    window.localStorage.clear();
  });
}
