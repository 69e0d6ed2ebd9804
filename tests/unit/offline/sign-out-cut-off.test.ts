/** Tests that an interrupted sign-out is finished by the next start of the app, which then notifies the other tabs. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import { detectEviction } from '@/offline/eviction/eviction-detector';
import { enqueue } from '@/offline/queue/enqueue';
import { queueChanged } from '@/offline/queue/queue-broadcasts';
import { QUEUE_SNAPSHOT_KEY } from '@/offline/queue/queue-counts';
import { finishWipes, wipeOwner } from '@/offline/wipe';
import { readSession, sessionChanged } from '@/session/session';
import type * as deviceStore from '@/storage/device-store';

import { createContext, runIn } from './support/crash-contexts';
import { emptyQueue, keyOf, lessonRead, signInOnEmptyDevice } from './support/people';

vi.mock('@/storage/device-store', async (original) => {
  const { withCrashPoints } = await import('./support/crash-contexts');
  const real = await original<typeof deviceStore>();
  return { ...real, createDeviceStore: withCrashPoints(real.createDeviceStore) };
});

const a = keyOf('a');
const words = new Map<string, string>();
const told = vi.fn<(news: object) => void>();
const stops = [sessionChanged.subscribe(told), queueChanged.subscribe(told)];

beforeEach(async () => {
  await signInOnEmptyDevice('a');
  vi.stubGlobal('caches', { delete: async () => true });
  words.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => words.get(key) ?? null,
    setItem: (key: string, word: string) => words.set(key, word),
    removeItem: (key: string) => words.delete(key),
  });
  told.mockClear();
});

afterAll(() => {
  for (const stop of stops) stop();
});

test('fault: a log-out is killed → the start that finishes it notifies the other tabs, once', async () => {
  await runIn(createContext('page', 3), () => wipeOwner(a, { dropsEntries: true }));
  told.mockClear();
  await finishWipes();
  await finishWipes();
  expect(await readSession()).toBeUndefined();
  expect(told.mock.calls).toEqual([[{ owner: a }], [{}]]);
});

test('fault: a log-out is killed with an empty queue → the next start deletes the stored queue count as well', async () => {
  await detectEviction(a);
  expect([...words.keys()]).toEqual([QUEUE_SNAPSHOT_KEY + a]);
  await runIn(createContext('page', 3), () => wipeOwner(a, { dropsEntries: false }));
  await finishWipes();
  expect([...words]).toEqual([]);
});

test('fault: a log-out is killed with a queued call → the stored queue count is not deleted', async () => {
  await enqueue(a, lessonRead('l1'));
  await detectEviction(a);
  await runIn(createContext('page', 3), () => wipeOwner(a, { dropsEntries: false }));
  await finishWipes();
  expect([...words.keys()]).toEqual([QUEUE_SNAPSHOT_KEY + a]);
});

test('fault: the browser has evicted the queue, and a log-out is killed → the stored count that reveals the loss is not deleted', async () => {
  await detectEviction(a);
  await emptyQueue();
  await runIn(createContext('page', 3), () => wipeOwner(a, { dropsEntries: false }));
  await finishWipes();
  expect([...words.keys()]).toEqual([QUEUE_SNAPSHOT_KEY + a]);
});
