/** Tests that copies on the screen are refreshed when the network returns, throttled for a server that flaps. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

import { refreshCopies } from '@/device/refresh-copies';

test('fault: the server answers some calls and drops others → copies are refreshed at once, then at most every ten seconds', async () => {
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
