/** Reachability of the API host, from the outcome of requests; cached copies do not count. */
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, expect, test } from 'vitest';

import { noteReachability, wasReachable } from '@/api/reachability';
import { send } from '@/api/transport';

const network = useNetworkStub();
const PATH = '/courses/git';

beforeEach(() => {
  Object.assign(globalThis, { __API_HOST__: 'https://api.example' });
});

test.each([true, false])('a copy from the worker does not change the reachability (%s before)', async (before) => {
  noteReachability(before);
  network.answer(`GET ${PATH}`, 200, {}, { 'x-cached-at': '2026-11-01T00:00:00.000Z' });

  await send(PATH, {});

  expect(wasReachable()).toBe(before);
});

test.each([200, 401, 503])('an answer with %i makes the host reachable', async (status) => {
  noteReachability(false);
  network.answer(`GET ${PATH}`, status, {});

  await send(PATH, {});

  expect(wasReachable()).toBe(true);
});

test('a missing answer makes the host unreachable', async () => {
  noteReachability(true);
  network.cut();

  await expect(send(PATH, {})).rejects.toThrow();

  expect(wasReachable()).toBe(false);
});
