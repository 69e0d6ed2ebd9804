// @vitest-environment jsdom
/** Tests the handling of a JavaScript chunk that failed to load: the page is reloaded once, if a reload may help. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { noteReachability } from '@/api/network/reachability';
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
});

test('a chunk that fails to load reloads the page once per build', async () => {
  await reloadForChunk('/assets/app-1.js');
  await reloadForChunk('/assets/app-1.js');
  expect(reload).toHaveBeenCalledTimes(1);
  await reloadForChunk('/assets/app-2.js');
  expect(reload).toHaveBeenCalledTimes(2);
});

test('fault: a chunk fails to load while the browser is offline → the page is not reloaded', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await reloadForChunk('/assets/app-1.js');
  expect(reload).not.toHaveBeenCalled();
});

test('fault: a chunk fails to load after the server did not answer → the page is not reloaded', async () => {
  noteReachability(false);
  await reloadForChunk('/assets/app-1.js');
  expect(reload).not.toHaveBeenCalled();
});

test('fault: a chunk fails to load while the app’s host is down → the page is not reloaded, so that it stays visible', async () => {
  fetchApp.mockRejectedValue(new TypeError('Failed to fetch'));
  await reloadForChunk('/assets/app-1.js');
  expect(reload).not.toHaveBeenCalled();
});

test('fault: a chunk fails to load and storage cannot be written → no reload, because reloads could loop without end', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await reloadForChunk('/assets/app-1.js');
  expect(reload).not.toHaveBeenCalled();
});

test('all browsers’ error messages for a failed chunk are replaced by one, so that the router does not reload the page', () => {
  nameChunkFailures();
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/courses-1.js');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  expect(error.message).toBe(CHUNK_FAILED);
  expect(isChunkFailure(error)).toBe(true);
  expect(isChunkFailure(new Error('something else'))).toBe(false);
});
