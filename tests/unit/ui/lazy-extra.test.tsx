/** A part that comes by itself, and its code that cannot be had. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { lazyExtra } from '@/ui/lazy-extra';
import { nextFrame } from '@/ui/markdown/next-frame';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test('fault: its code cannot be had → the screen stands without it, and it comes when the code can be had', async () => {
  // What the file before has asked for last arrives before the clock stands still: it would be waited for for ever.
  await vi.dynamicImportSettled();
  await nextFrame();
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<ComponentType>>().mockRejectedValue(new Error('Loading chunk failed'));
  const Extra = lazyExtra(load);
  render(
    <>
      <h1>レッスン</h1>
      <Suspense>
        <Extra />
      </Suspense>
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(load).toHaveBeenCalledTimes(3);
  screen.getByRole('heading', { name: 'レッスン' });
  expect(screen.queryByText('お知らせ')).toBeNull();

  load.mockResolvedValue(() => <p>お知らせ</p>);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  screen.getByText('お知らせ');
  screen.getByRole('heading', { name: 'レッスン' });
});
