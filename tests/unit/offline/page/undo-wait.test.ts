/**
 * Tests a lesson marked as read that can still be undone: this page sends the call after 5 s, or when the page is
 * hidden; any other replay run may send it sooner.
 */
import { keyOf, lessonRead } from '@tests/unit/offline/support/people';
import { beginReplay, sentWords } from '@tests/unit/offline/support/replay';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { recordCall } from '@/offline/page/record-call';
import { requestReplay } from '@/offline/page/request-replay';
import { countQueue } from '@/offline/queue/queue-counts';
import { createReplayer } from '@/offline/queue/replay';
import { browser } from '@/storage/browser';

const a = keyOf('a');
const page = { window: new EventTarget(), document: Object.assign(new EventTarget(), { visibilityState: 'visible' }) };
const register = vi.fn<(tag: string) => Promise<void>>(() => Promise.resolve());

function show(visibilityState: 'visible' | 'hidden'): void {
  page.document.visibilityState = visibilityState;
  page.document.dispatchEvent(new Event('visibilitychange'));
}

const leave = (persisted: boolean) => page.window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));

beforeEach(async () => {
  await beginReplay();
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
  Object.assign(browser.navigator ?? {}, { serviceWorker: { getRegistration: async () => ({ sync: { register } }) } });
  page.document.visibilityState = 'visible';
  register.mockClear();
  await requestReplay();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  show('hidden');
  await vi.waitUntil(async () => (await countQueue(a)).waiting === 0);
});

const recordReading = (lessonId: string) => recordCall(a, lessonRead(lessonId), undefined, 5000);
/** Runs all tasks that do not wait for a timer. */
const settle = () => vi.advanceTimersByTimeAsync(0).then(() => countQueue(a));
/** Returns the sent calls that mark a lesson as read, without the other requests of a replay run. */
const sentReadings = () => sentWords().filter((words) => words.includes(' read:'));
const untilSent = (...calls: string[]) => vi.waitFor(() => expect(sentReadings()).toEqual(calls));

test('a lesson marked as read is stored at once, and sent after 5 s, when Background Sync is registered, too', async () => {
  await recordReading('l1');
  expect(await countQueue(a)).toMatchObject({ waiting: 1 });
  await vi.advanceTimersByTimeAsync(4999);
  expect(sentReadings()).toEqual([]);
  expect(register).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(1);
  await untilSent('a read:l1');
  expect(register).toHaveBeenCalledWith('replay');
});

test('a page that becomes hidden sends a lesson marked as read at once, without the 5 s for undo', async () => {
  await recordReading('l1');
  await settle();
  show('hidden');
  await untilSent('a read:l1');
});

test('a page that is already hidden sends a lesson marked as read without the 5 s for undo', async () => {
  show('hidden');
  await recordReading('l1');
  await untilSent('a read:l1');
});

test.each([true, false])(
  'fault: the page is left within 5 s after 読了 (kept in the back/forward cache: %s) → it begins no run, and the worker sends the reading',
  async (persisted) => {
    await recordReading('l1');
    await settle();
    leave(persisted);
    show('hidden');
    await vi.waitFor(() => expect(register).toHaveBeenCalledWith('replay'));
    await settle();
    expect(sentReadings()).toEqual([]);

    await createReplayer('worker').replay();
    await untilSent('a read:l1');
  },
);

test('marking a second lesson as read restarts the 5 s undo wait for both, and the replay timer does not shorten it', async () => {
  await recordReading('l1');
  await vi.advanceTimersByTimeAsync(4000);
  void requestReplay({ isTimed: true });
  await recordReading('l2');
  await vi.advanceTimersByTimeAsync(4999);
  expect(sentReadings()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await untilSent('a read:l1', 'a read:l2');
});

test('今すぐ送信 (send now), another tab and the worker send a lesson marked as read before its 5 s have passed', async () => {
  await recordReading('l1');
  await requestReplay({ isUrgent: true });
  await untilSent('a read:l1');
});
