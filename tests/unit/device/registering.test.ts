/** Waiting for the service worker's registration before the app leaves a page. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { noteRegistration, untilRegistered } from '@/device/registering';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** @returns the time, ms, that the wait took on the fake clock */
async function timeOf(wait: Promise<void>): Promise<number> {
  const begin = Date.now();
  const ended = wait.then(() => Date.now() - begin);
  await vi.advanceTimersByTimeAsync(60_000);
  return ended;
}

it('no registration has begun → no wait', async () => {
  expect(await timeOf(untilRegistered())).toBe(0);
});

it('the registration takes 9.9 s → the wait ends with it', async () => {
  void noteRegistration(new Promise((resolve) => setTimeout(resolve, 9900)));
  expect(await timeOf(untilRegistered())).toBe(9900);
});

it('the registration is refused → the wait ends without an error', async () => {
  noteRegistration(Promise.reject(new Error('refused'))).catch(() => undefined);
  expect(await timeOf(untilRegistered())).toBe(0);
});

it('the registration never ends → the wait ends after 10 s', async () => {
  void noteRegistration(new Promise(() => undefined));
  expect(await timeOf(untilRegistered())).toBe(10_000);
});
