/**
 * Tests which responses the device takes the server's time from: only uncached responses of the server itself, in page
 * and service worker.
 */
import { installLocks } from '@tests/unit/offline/support/crash-contexts';
import { answerSubmit, emptyQueue, keyOf, signInAs } from '@tests/unit/offline/support/people';
import { installScriptedServer } from '@tests/unit/offline/support/scripted-server';
import { del } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { send } from '@/api/network/transport';
import { enqueue } from '@/offline/queue/enqueue';
import { createReplayer } from '@/offline/queue/replay';
import { createDeviceStore } from '@/storage/device-store';
import { noteServerTime, serverNow } from '@/storage/server-time';

vi.mock('@/storage/server-time', { spy: true });

const HOUR_MS = 3_600_000;
const store = createDeviceStore('clock', 'clock');
/** Returns a time one second later at each call, because a response with a repeated second is ignored. */
let answers = 0;
const inAnHour = () => new Date(Date.now() + HOUR_MS + 1000 * (answers += 1));

/** Returns how far the estimated server time is ahead of the device's, in whole hours. */
const hoursAhead = async () => Math.round(((await serverNow()) - Date.now()) / HOUR_MS);

beforeEach(() => del('ahead', store));
afterEach(() => vi.clearAllMocks());

describe('an answer', () => {
  const fresh = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

  test.each<[string, 'GET' | 'POST', number, Record<string, string>, number]>([
    ['with no-store tells the server time', 'GET', 200, fresh, 1],
    ['to a POST tells the server time', 'POST', 200, { 'Content-Type': 'application/json' }, 1],
    ['that may come from the browser’s cache is ignored', 'GET', 200, { 'Content-Type': 'application/json' }, 0],
    ['that is a copy of this device is ignored', 'GET', 200, { ...fresh, 'x-cached-at': '2026-01-01' }, 0],
    ['that is a web page is ignored', 'POST', 200, { 'Content-Type': 'text/html' }, 0],
    ['of a proxy with 502 is ignored', 'POST', 502, fresh, 0],
  ])('an answer %s', async (_, method, status, headers, hours) => {
    vi.stubGlobal(
      'fetch',
      async () => new Response('{}', { status, headers: { ...headers, Date: inAnHour().toUTCString() } }),
    );

    await send('/me/', { method });

    expect(noteServerTime).toHaveBeenCalledTimes(hours);
    await expect.poll(hoursAhead).toBe(hours);
  });
});

test.each(['page', 'worker'] as const)(
  'the %s learns the server’s time from its replay, and the next call is queued with that time',
  async (place) => {
    await emptyQueue();
    installLocks();
    await signInAs('a');
    const server = installScriptedServer();
    server.date = inAnHour();
    await enqueue(keyOf('a'), answerSubmit('s1'));

    await createReplayer(place).replay();

    await expect.poll(hoursAhead).toBe(1);
    const { queuedAt } = await enqueue(keyOf('a'), answerSubmit('s2'));
    expect(Math.round((Date.parse(queuedAt) - Date.now()) / HOUR_MS)).toBe(1);
  },
);
