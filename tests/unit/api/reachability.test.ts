/**
 * Tests how the app decides that the API host is reachable: by the outcome of requests; cached responses do not count.
 */
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { latestGateway, noteReachability, wasReachable, watchReachability } from '@/api/network/reachability';
import { send } from '@/api/network/transport';

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
  network.answer(`GET ${PATH}`, status, { detail: 'だめ' });

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

const BASIC = { 'WWW-Authenticate': 'Basic realm="trial"' };

test.each([
  ['a page with status 200', 200, HTML, 'portal'],
  ['a redirect', 302, { Location: 'https://sign-in.example/' }, 'portal'],
  ['status 511 in JSON', 511, {}, 'portal'],
  ['a page with status 401', 401, HTML, 'refusal'],
  ['status 401 with JSON that is no error of the API', 401, {}, 'refusal'],
  ['a page with status 403', 403, HTML, 'refusal'],
  ['status 404 with JSON that is no error of the API', 404, {}, 'refusal'],
  ['a request for HTTP Basic', 401, BASIC, 'basic-auth'],
])(
  'fault: %s arrives instead of the API’s answer → the API host counts as behind a gateway',
  async (_, status, headers, gateway) => {
    noteReachability(true);
    network.answer(`GET ${PATH}`, status, {}, headers);

    await send(PATH, {});

    expect([wasReachable(), latestGateway()]).toEqual([false, gateway]);
  },
);

test('after a portal’s response, a response of the server is published as reachable, so that replay and screens continue', async () => {
  noteReachability('portal');
  const listener = vi.fn<(isReachable: boolean) => void>();
  const stop = watchReachability(listener);
  network.answer(`GET ${PATH}`, 200, {});

  await send(PATH, {});
  stop();

  expect(listener.mock.calls).toEqual([[true]]);
  expect(latestGateway()).toBeUndefined();
});

describe('a 404 without a body while someone is signed in', () => {
  const session = { accessToken: 't', tokenType: 'bearer', owner: { apiHost: 'https://api.example', userId: 'u1' } };

  test('fault: a server without error bodies lacks one lesson → it still counts as reachable, because GET /me/ answers', async () => {
    noteReachability(true);
    network.answer(`GET ${PATH}`, 404, '');
    network.answer('GET /me/', 200, {});

    await send(PATH, {}, session);

    expect([network.calls(), wasReachable()]).toEqual([[`GET ${PATH}`, 'GET /me/'], true]);
  });

  test('fault: a gateway answers everything with 404 → it counts as a gateway, after one GET /me/', async () => {
    noteReachability(true);
    network.answer(/./, 404, '');

    await send(PATH, {}, session);

    expect([network.calls(), latestGateway()]).toEqual([[`GET ${PATH}`, 'GET /me/'], 'refusal']);
  });
});
