/** Stubs for browser features that the app needs and jsdom or Node lack. */
import 'fake-indexeddb/auto';
import { isMainThread, threadId } from 'node:worker_threads';

import { afterEach, vi } from 'vitest';

import { WAIT_MS } from './support/long-waits';
import { FakeLocks } from './support/web-locks';

// Files that share a process share its environment and globals, too.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

// No API server by default: tests that need one set its origin.
Object.assign(globalThis, { __API_HOST__: 'http://127.0.0.1:9', __IMAGE_HOSTS__: [], __LOGIN_FIELDS__: {} });

// Replaces BroadcastChannel for files that run in a separate thread (projects.ts): Node's channels would reach the
// threads of other files.
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
  // jsdom drives its animation frames by one interval; one that starts while a test fakes timers never fires again,
  // also in later files.
  const { setTimeout: later, clearTimeout: cancel } = globalThis;
  // Nothing is drawn once the environment has ended, which removes the document.
  const drawNow = (draw: FrameRequestCallback) => {
    if (globalThis.document) draw(performance.now());
  };
  window.requestAnimationFrame = (draw) => Number(later(drawNow, 1000 / 60, draw));
  window.cancelAnimationFrame = (frame) => cancel(frame);
  // reportError: jsdom has it, but vitest does not expose it; like a browser, it writes to the console.
  globalThis.reportError ??= (error: unknown) => console.error(error);
  // jsdom has neither scrollIntoView nor Web Locks; BroadcastChannel is Node's.
  Element.prototype.scrollIntoView = () => undefined;
  // Image loading is stubbed, because jsdom loads no pictures.
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  // Range measurements, which the text editor calls.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  Object.defineProperty(navigator, 'locks', { value: new FakeLocks().manager(() => undefined), configurable: true });
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: WAIT_MS });
  afterEach(() => {
    window.sessionStorage.clear();
    window.localStorage.clear();
  });
}
