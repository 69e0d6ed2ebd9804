/**
 * Tests the device's estimate of the server's clock: from the Date headers of responses, corrected when the device's
 * clock jumps.
 */
import { del, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createDeviceStore } from '@/storage/device-store';
import { now, shiftClock } from '@/storage/now';
import { noteServerTime, serverNow } from '@/storage/server-time';

const store = createDeviceStore('clock', 'clock');
const MINUTE_MS = 60_000;
const AT = Date.parse('2026-11-21T01:00:00.000Z');

/** Notes a response with the given server time, whose request was sent the given number of ms ago. */
const hear = (serverMs: number, askedMs = 0) => noteServerTime(new Date(serverMs).toUTCString(), now() - askedMs);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT });
  await del('ahead', store);
});
afterEach(() => {
  shiftClock(0);
});

test('before the first response of the server, the server time is the device’s time', async () => {
  expect(await serverNow()).toBe(AT);
});

test.each([
  ['slow', -10 * MINUTE_MS],
  ['fast', 25 * MINUTE_MS],
])('the first answer corrects a %s device clock to the second', async (_, shiftMs) => {
  shiftClock(shiftMs);
  await hear(AT);
  expect(Math.abs((await serverNow()) - AT)).toBeLessThanOrEqual(1000);
});

test('a correct device clock is not changed by responses whose dates have whole seconds and delays', async () => {
  for (const step of [0, 450, 999]) {
    vi.setSystemTime(AT + step);
    await hear(AT - 1000, 1500 + step);
    expect(await serverNow()).toBe(AT + step);
  }
});

test('server dates that agree change nothing; slow responses do not reduce the precision of the estimated server time', async () => {
  shiftClock(-10 * MINUTE_MS);
  await hear(AT);
  const learnt = (await serverNow()) - now();
  await hear(AT - 20_000, 25_000);
  expect((await serverNow()) - now()).toBe(learnt);
});

test('the next response of the server detects a jump of the device clock, ahead or back', async () => {
  for (const shiftMs of [-90 * MINUTE_MS, 3 * MINUTE_MS, 0]) {
    shiftClock(shiftMs);
    await hear(AT);
    expect(Math.abs((await serverNow()) - AT)).toBeLessThanOrEqual(1000);
  }
});

test('fault: the clock is set back while a response is in flight → that response corrects the server time', async () => {
  vi.resetModules();
  const [fresh, clock] = [await import('@/storage/server-time'), await import('@/storage/now')];
  await fresh.noteServerTime(new Date(AT).toUTCString(), AT);
  clock.shiftClock(-60 * MINUTE_MS);
  await fresh.noteServerTime(new Date(AT + 3000).toUTCString(), AT);
  expect(Math.abs((await fresh.serverNow()) - (AT + 3000))).toBeLessThanOrEqual(1000);
});

test('responses dated in the same second do not read the stored clock difference again; another second or a contradiction does', async () => {
  await hear(AT);
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await hear(AT);
  expect(begin).not.toHaveBeenCalled();
  vi.setSystemTime(AT + 1000);
  await hear(AT + 1000);
  expect(begin).toHaveBeenCalled();
  for (const shiftMs of [MINUTE_MS, 0]) {
    begin.mockClear();
    shiftClock(shiftMs);
    await hear(AT + 1000);
    expect(begin).toHaveBeenCalled();
    expect(Math.abs((await serverNow()) - AT)).toBeLessThanOrEqual(2000);
  }
});

test('a response without a readable Date header is ignored', async () => {
  await noteServerTime(null, now());
  await noteServerTime('yesterday', now());
  expect(await serverNow()).toBe(AT);
});

test('fault: the stored server time is unreadable → the device’s clock is used, without an error', async () => {
  await set('ahead', 'soon', store);
  expect(await serverNow()).toBe(AT);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('gone', 'NotFoundError');
  });
  expect(await serverNow()).toBe(AT);
  await expect(hear(AT + MINUTE_MS)).resolves.toBeUndefined();
});

test('fault: the clock’s database never opens → it is awaited once, and later responses still count', async () => {
  vi.resetModules();
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest);
  const fresh = await import('@/storage/server-time');

  const first = fresh.serverNow();
  await vi.advanceTimersByTimeAsync(5000);
  expect(Math.abs((await first) - Date.now())).toBeLessThan(10_000);
  await fresh.noteServerTime(new Date(Date.now() + 600_000).toUTCString(), Date.now());

  expect(await fresh.serverNow()).toBeGreaterThan(Date.now() + 590_000);
});
