// @vitest-environment jsdom
/** Code of a screen that could not be had: loaded anew once, where that may help. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { noteReachability } from '@/api/reachability';
import { isChunkFailure, nameChunkFailures, reloadForChunk } from '@/device/chunk-failure';
import { CHUNK_FAILED } from '@/lib/load-code';

const reload = vi.fn<() => void>();
const fetchApp = vi.fn<typeof fetch>();

beforeEach(() => {
  reload.mockClear();
  fetchApp.mockReset().mockImplementation(() => Promise.resolve(new Response('<!doctype html>')));
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', fetchApp);
});
afterEach(() => {
  noteReachability(true);
  vi.unstubAllGlobals();
});

test('the page is loaded anew once for one build, and once more for the next', async () => {
  await reloadForChunk('/assets/app-1.js');
  await reloadForChunk('/assets/app-1.js');
  expect(reload).toHaveBeenCalledTimes(1);
  await reloadForChunk('/assets/app-2.js');
  expect(reload).toHaveBeenCalledTimes(2);
});

test('fault: the browser says there is no network → the page stays', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await reloadForChunk('/assets/app-1.js');
  expect(reload).not.toHaveBeenCalled();
});

test('fault: the server did not answer just now → the page stays', async () => {
  noteReachability(false);
  await reloadForChunk('/assets/app-1.js');
  expect(reload).not.toHaveBeenCalled();
});

test('fault: the host of the app is gone → the page stays, instead of giving way to nothing', async () => {
  fetchApp.mockRejectedValue(new TypeError('Failed to fetch'));
  await reloadForChunk('/assets/app-1.js');
  expect(reload).not.toHaveBeenCalled();
});

test('fault: nothing can be noted → the page stays, or it might be loaded for ever', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await reloadForChunk('/assets/app-1.js');
  expect(reload).not.toHaveBeenCalled();
});

test("every browser's words become the specification's, so the router does not load the page anew on its own", () => {
  nameChunkFailures();
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/courses-1.js');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  expect(error.message).toBe(CHUNK_FAILED);
  expect(isChunkFailure(error)).toBe(true);
  expect(isChunkFailure(new Error('something else'))).toBe(false);
});
