/** Tests that animation frames of the test environment outlive fake timers, because dialogs and menus open by them. */
import { expect, test, vi } from 'vitest';

test('an animation frame is drawn after one was requested while timers were fake', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  requestAnimationFrame(() => undefined);
  vi.useRealTimers();

  await new Promise(requestAnimationFrame);
  expect(vi.isFakeTimers()).toBe(false);
});
