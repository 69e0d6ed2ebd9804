/** Tests a component that is loaded without a user's action, and the case that its code cannot be loaded. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { nextFrame } from '@/lib/wait';
import { lazyExtra } from '@/ui/lazy-extra';

afterEach(cleanup);

test('fault: the code of an optional part cannot be loaded → the screen is shown without it, and loading is retried', async () => {
  // Imports still pending from another test must settle before the clock is faked, or they would never resolve.
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
