/** Copies on the screen give way when the network is back, but not at each answer of a server that comes and goes. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

import { refreshCopies } from '@/device/refresh-copies';

test('fault: the server answers some calls and cuts others → copies are asked for at once, then every ten seconds at most', async () => {
  vi.useFakeTimers();
  const queryClient = new QueryClient();
  const queryFn = vi.fn<() => Promise<object>>(() => Promise.resolve({ cachedAt: '2026-11-01T00:00:00Z' }));
  const stop = new QueryObserver(queryClient, { queryKey: ['lessons', 'l1'], queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(1);

  for (let second = 0; second < 29; second += 1) {
    refreshCopies(queryClient);
    await vi.advanceTimersByTimeAsync(1000);
  }
  stop();
  expect(queryFn).toHaveBeenCalledTimes(4);
});
