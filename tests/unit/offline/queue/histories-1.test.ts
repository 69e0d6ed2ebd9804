/** Random histories against a model, the first half; the two files run side by side. */
import { expect, test, vi } from 'vitest';

import type * as deviceStore from '@/storage/device-store';

import { runHistories } from '../support/run-histories';

vi.mock('@/storage/device-store', async (original) => {
  const { createMortalStores } = await import('../support/world');
  const real = await original<typeof deviceStore>();
  return { ...real, createDeviceStore: createMortalStores(real.createDeviceStore) };
});

test('fault: random histories of two learners, three contexts, crashes, bad answers and clock jumps (1 of 2) → what was saved is on the server or in the queue, once, under the right user', async () => {
  expect(await runHistories(0, 2)).toBe('');
}, 3_600_000);
