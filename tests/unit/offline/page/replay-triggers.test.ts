/** Tests the triggers of replay: a timer while calls are queued or the queue cannot be read, and signs of a network. */
import { keyOf } from '@tests/unit/offline/support/people';
import { listQueue } from '@tests/unit/offline/support/queue';
import { useReplay, saveLessons, sentWords } from '@tests/unit/offline/support/replay';
import { beforeEach, expect, test, vi } from 'vitest';

import { followReplayTriggers } from '@/offline/page/replay-triggers';
import { deleteEntry } from '@/offline/queue/entry-store';
import { countQueue } from '@/offline/queue/queue-counts';
import { transact } from '@/offline/queue/queue-store';
import { watchSync } from '@/offline/queue/sync-state';

const a = keyOf('a');
const server = useReplay();

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});

test('fault: reading the queue fails while the server is down → once both work, the queue is sent without a press', async () => {
  await saveLessons('l1');
  server.otherwise = 'dead';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = followReplayTriggers(a);
  await vi.waitFor(() => expect(sentWords()).toHaveLength(1));

  const count = vi.spyOn(IDBObjectStore.prototype, 'count').mockImplementation(() => {
    throw new DOMException('unreadable', 'DataError');
  });
  // Reading the queue must fail twice: during the run, and when the indicator counts the queue after the run.
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(4000);
    expect(count.mock.calls.length).toBeGreaterThanOrEqual(2);
  });
  count.mockRestore();
  server.otherwise = 'ok';

  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(4000);
    expect(await countQueue(a)).toMatchObject({ waiting: 0, receipts: 1 });
  });
  stop();
});

test('fault: the link flaps 60 times in two minutes → at most two requests each time and two for each timer, and queued calls arrive once', async () => {
  await saveLessons('l1', 'l2', 'l3');
  server.otherwise = 'dead';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = followReplayTriggers(a);
  const requestsAfter = (known: number) =>
    vi.waitFor(() => expect(sentWords().length).toBeGreaterThan(known), { interval: 1, timeout: 30_000 });
  await requestsAfter(0);
  for (let time = 1; time <= 60; time += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    window.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(1000);
    const known = sentWords().length;
    window.dispatchEvent(new Event('online'));
    await requestsAfter(known);
  }
  expect(sentWords().length).toBeLessThanOrEqual(2 * (60 + 120 / 4 + 1));

  server.otherwise = 'ok';
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(async () => expect(await countQueue(a)).toMatchObject({ waiting: 0, receipts: 3 }), {
    interval: 1,
    timeout: 30_000,
  });
  stop();
  expect(server.recorded.size).toBe(3);
});

/** Resolves when the app sends no more requests, or has sent 1000, which means an endless loop. */
async function untilCalm(): Promise<void> {
  for (let known = -1; known !== sentWords().length && known < 1000;) {
    known = sentWords().length;
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

const TURNS = 40;

/** Counts the requests at the start and after each of a number of timer runs. */
async function countSent(): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = followReplayTriggers(a);
  await vi.waitFor(() => expect(sentWords().length).toBeGreaterThan(0), { interval: 1, timeout: 30_000 });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await vi.advanceTimersByTimeAsync(4000);
    await untilCalm();
  }
  stop();
  return sentWords().length;
}

test('fault: some calls are never answered and one is always answered 500 → only the timer triggers runs, for hours', async () => {
  await saveLessons('l1', 'l2', 'l3');
  for (const lesson of ['l1', 'l2']) server.poisoned.set(`read:${lesson}`, 'dead');
  server.poisoned.set('read:l3', 500);
  // Each run sends at most two requests: the first call in the queue, and one probe of a later call.
  expect(await countSent()).toBeLessThanOrEqual(2 * (1 + TURNS));
});

test('fault: the device is full, one call is never answered and the next one always 500 → the 500 does not trigger another run, for hours', async () => {
  await saveLessons('l1', 'l2');
  server.poisoned.set('read:l1', 'dead');
  server.poisoned.set('read:l2', 500);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  // Three runs more than the timer's are tolerated.
  expect(await countSent()).toBeLessThanOrEqual(2 * (1 + TURNS + 3));
});

test('a page restored from the back/forward cache shows the current queue, even while another tab is sending', async () => {
  server.otherwise = 'dead';
  await new Promise((resolve) => {
    const isHeld = () => new Promise<never>(() => resolve(undefined));
    void navigator.locks.request('replay', isHeld);
  });
  await saveLessons('l1', 'l2');
  const stop = followReplayTriggers(a);
  const said: number[] = [];
  const stopWatching = watchSync(a, ({ waiting }) => void said.push(waiting));
  await vi.waitFor(() => expect(said.at(-1)).toBe(2));
  const [first] = await listQueue(a);
  await transact('readwrite', (store) => deleteEntry(store, first ?? expect.fail()));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitFor(() => expect(said.at(-1)).toBe(1));
  stopWatching();
  stop();
});
