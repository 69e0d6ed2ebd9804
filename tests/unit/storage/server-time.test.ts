/** The server's clock as the device has heard it: learnt from answers, and learnt anew when the device's own jumps. */
import { del, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createDeviceStore } from '@/storage/device-store';
import { now, shiftClock } from '@/storage/now';
import { noteServerTime, serverNow } from '@/storage/server-time';

const store = createDeviceStore('clock', 'clock');
const MINUTE_MS = 60_000;
const AT = Date.parse('2026-11-21T01:00:00.000Z');

/** An answer that says the server's time, asked for so many ms ago. */
const hear = (serverMs: number, askedMs = 0) => noteServerTime(new Date(serverMs).toUTCString(), now() - askedMs);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT });
  await del('ahead', store);
});
afterEach(() => {
  shiftClock(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('before any answer it is the device’s own', async () => {
  expect(await serverNow()).toBe(AT);
});

test.each([
  ['slow', -10 * MINUTE_MS],
  ['fast', 25 * MINUTE_MS],
])('a device whose clock is %s is set right by the first answer, to the second', async (_, shiftMs) => {
  shiftClock(shiftMs);
  await hear(AT);
  expect(Math.abs((await serverNow()) - AT)).toBeLessThanOrEqual(1000);
});

test('a clock that is right is left alone, although answers tell whole seconds and take their time', async () => {
  for (const step of [0, 450, 999]) {
    vi.setSystemTime(AT + step);
    await hear(AT - 1000, 1500 + step);
    expect(await serverNow()).toBe(AT + step);
  }
});

test('answers that agree change nothing; slow ones do not make it less exact', async () => {
  shiftClock(-10 * MINUTE_MS);
  await hear(AT);
  const learnt = (await serverNow()) - now();
  await hear(AT - 20_000, 25_000);
  expect((await serverNow()) - now()).toBe(learnt);
});

test('a clock that has jumped is found out by the next answer, both ways', async () => {
  for (const shiftMs of [-90 * MINUTE_MS, 3 * MINUTE_MS, 0]) {
    shiftClock(shiftMs);
    await hear(AT);
    expect(Math.abs((await serverNow()) - AT)).toBeLessThanOrEqual(1000);
  }
});

test('fault: the clock is put back while an answer is on its way → that answer sets it right', async () => {
  vi.resetModules();
  const [fresh, clock] = [await import('@/storage/server-time'), await import('@/storage/now')];
  await fresh.noteServerTime(new Date(AT).toUTCString(), AT);
  clock.shiftClock(-60 * MINUTE_MS);
  await fresh.noteServerTime(new Date(AT + 3000).toUTCString(), AT);
  expect(Math.abs((await fresh.serverNow()) - (AT + 3000))).toBeLessThanOrEqual(1000);
});

test('answers of one second ask the device once; one of another second, or that does not agree, asks it again', async () => {
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

test('an answer without a time, or with none that can be read, teaches nothing', async () => {
  await noteServerTime(null, now());
  await noteServerTime('yesterday', now());
  expect(await serverNow()).toBe(AT);
});

test('fault: what is kept of it cannot be read → the device’s own clock, and nothing fails', async () => {
  await set('ahead', 'soon', store);
  expect(await serverNow()).toBe(AT);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('gone', 'NotFoundError');
  });
  expect(await serverNow()).toBe(AT);
  await expect(hear(AT + MINUTE_MS)).resolves.toBeUndefined();
});

test('fault: the database never opens → it is waited for once, and what is heard afterwards counts', async () => {
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
