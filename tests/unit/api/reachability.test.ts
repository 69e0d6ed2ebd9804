/** Tests how the app decides that the API host is reachable: by the outcome of requests; cached responses do not count. */
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, expect, test, vi } from 'vitest';

import { isBehindPortal, noteReachability, wasReachable, watchReachability } from '@/api/reachability';
import { send } from '@/api/transport';

const network = useNetworkStub();
const PATH = '/courses/git';

beforeEach(() => {
  Object.assign(globalThis, { __API_HOST__: 'https://api.example' });
});

test.each([true, false])(
  'a cached answer of the service worker does not change the reachability (%s before)',
  async (before) => {
    noteReachability(before);
    network.answer(`GET ${PATH}`, 200, {}, { 'x-cached-at': '2026-11-01T00:00:00.000Z' });

    await send(PATH, {});

    expect(wasReachable()).toBe(before);
  },
);

test.each([200, 401, 503])('a response with status %i makes the API host count as reachable', async (status) => {
  noteReachability(false);
  network.answer(`GET ${PATH}`, status, {});

  await send(PATH, {});

  expect(wasReachable()).toBe(true);
});

test('a missing response makes the API host count as unreachable', async () => {
  noteReachability(true);
  network.cut();

  await expect(send(PATH, {})).rejects.toThrow();

  expect(wasReachable()).toBe(false);
});

const HTML = { 'Content-Type': 'text/html' };

test.each([
  ['a page with status 200', 200, HTML],
  ['a page with status 401', 401, HTML],
  ['a page with status 403', 403, HTML],
  ['a redirect', 302, { Location: 'https://sign-in.example/' }],
  ['status 511 in JSON', 511, {}],
])('fault: %s arrives instead of the API’s answer → the status becomes “portal”', async (_, status, headers) => {
  noteReachability(true);
  network.answer(`GET ${PATH}`, status, {}, headers);

  await send(PATH, {});

  expect([wasReachable(), isBehindPortal()]).toEqual([false, true]);
});

test('after a portal’s response, a response of the server is published as reachable, so that replay and screens continue', async () => {
  noteReachability('portal');
  const listener = vi.fn<(isReachable: boolean) => void>();
  const stop = watchReachability(listener);
  network.answer(`GET ${PATH}`, 200, {});

  await send(PATH, {});
  stop();

  expect(listener.mock.calls).toEqual([[true]]);
  expect(isBehindPortal()).toBe(false);
});
