// @vitest-environment jsdom
/** Tests the badge on the app's icon. */
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { useAppBadge } from '@/device/badge';

const setAppBadge = vi.fn<(count?: number) => Promise<void>>(() => Promise.resolve());
const clearAppBadge = vi.fn<() => Promise<void>>(() => Promise.resolve());

afterEach(() => {
  setAppBadge.mockClear();
  clearAppBadge.mockClear();
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
});

test('the app badge shows the current count, is cleared at 0, and is not changed while the count is unknown', () => {
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  const { rerender } = renderHook(({ count }: { count?: number }) => useAppBadge(count), { initialProps: {} });
  expect([setAppBadge.mock.calls, clearAppBadge.mock.calls]).toEqual([[], []]);
  rerender({ count: 3 });
  expect(setAppBadge.mock.calls).toEqual([[3]]);
  rerender({ count: 0 });
  expect(clearAppBadge).toHaveBeenCalledTimes(1);
});

test('fault: the browser refuses app badges, or has none → no error', () => {
  const { rerender } = renderHook(({ count }) => useAppBadge(count), { initialProps: { count: 2 } });
  Object.assign(navigator, { setAppBadge: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  rerender({ count: 4 });
});
