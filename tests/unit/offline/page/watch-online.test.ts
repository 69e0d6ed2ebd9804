/** Tests the jitter after the browser's `online` event: many devices get it at once, and must not all send at once. */
import { beforeEach, expect, test, vi } from 'vitest';

import { watchOnline } from '@/offline/page/watch-online';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});

const comeBack = () => window.dispatchEvent(new Event('online'));

test('subscribers of one device run at the same time, at most 1.5 s after the event, at a time that differs between devices', () => {
  const moments: number[] = [];
  const stops = [0, 1].map(() => watchOnline(() => moments.push(Date.now())));
  const delays = Array.from({ length: 100 }, () => {
    const before = Date.now();
    comeBack();
    vi.advanceTimersByTime(1500);
    const [one, other] = moments.splice(0);
    expect(one).toBe(other);
    return (one ?? Number.NaN) - before;
  });
  for (const stop of stops) stop();
  expect(Math.max(...delays)).toBeLessThanOrEqual(1500);
  // Draws a hundred random delays within 1.5 s: some of them fall into each third of that time.
  for (const third of [0, 500, 1000]) expect(delays.some((delay) => delay >= third && delay < third + 500)).toBe(true);
});

test('fault: the network returns repeatedly within the random delay → subscribers run once', () => {
  const listener = vi.fn<() => void>();
  const stop = watchOnline(listener);
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  for (let time = 0; time < 50; time += 1) {
    comeBack();
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(1500);
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  comeBack();
  vi.advanceTimersByTime(1500);
  expect(listener).toHaveBeenCalledTimes(1);
});
