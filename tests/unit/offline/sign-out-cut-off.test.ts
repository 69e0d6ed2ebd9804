/** A sign-out that was cut off is ended by the next start, and by nobody else: so that one tells. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import { queueChanged } from '@/offline/queue/queue-news';
import { finishWipes, wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';
import { readSession, sessionChanged } from '@/session/session';
import type * as deviceStore from '@/storage/device-store';

import { emptyQueue, keyOf, signInAs } from './support/people';
import { createContext, installLocks, runIn } from './support/world';

vi.mock('@/storage/device-store', async (original) => {
  const { createMortalStores } = await import('./support/world');
  const real = await original<typeof deviceStore>();
  return { ...real, createDeviceStore: createMortalStores(real.createDeviceStore) };
});

const a = keyOf('a');
const told = vi.fn<(news: object) => void>();
const stops = [sessionChanged.subscribe(told), queueChanged.subscribe(told)];

beforeEach(async () => {
  installLocks();
  await emptyQueue();
  await admitOwner(a);
  await signInAs('a');
  vi.stubGlobal('caches', { delete: async () => true });
  told.mockClear();
});

afterAll(() => {
  vi.unstubAllGlobals();
  for (const stop of stops) stop();
});

test('fault: log-out killed → whoever ends it tells the other tabs, once', async () => {
  await runIn(createContext('page', 3), () => wipeOwner(a, { dropsEntries: true }));
  told.mockClear();
  await finishWipes();
  await finishWipes();
  expect(await readSession()).toBeUndefined();
  expect(told.mock.calls).toEqual([[{ owner: a }], [{}]]);
});
