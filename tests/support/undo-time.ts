/**
 * Controls the 5 s in which 読了 (marking a lesson as read) can be undone, for tests that must not depend on the
 * machine's speed.
 */
import { screen } from '@testing-library/dom';
import { vi } from 'vitest';

import { holdTimers } from './hold-timers';

/**
 * Hides the page and shows it again, like a switch to another app and back: calls of read lessons that can still be
 * undone are then sent at once.
 */
export function hidePage(): void {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  state.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Waits until a call is queued, and sends it at once. */
export async function sendAtOnce(): Promise<void> {
  await screen.findByRole('button', { name: '同期の状態：送信待ち 1件' });
  hidePage();
}

/**
 * Stops the undo timers from now on, so that read marks can still be undone later.
 *
 * @returns a function that ends the time for undo
 */
export function holdUndoTime(): () => void {
  return holdTimers((ms) => ms > 4000 && ms <= 5000);
}
