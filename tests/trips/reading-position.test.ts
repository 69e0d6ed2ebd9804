/**
 * Tests the reading position in a lesson: it stays stored until the learner has read on, and is offered when the lesson
 * is opened again.
 */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { expect, test, vi } from 'vitest';

import { readReadingPosition, saveReadingPosition } from '@/device/reading-positions';
import * as ownedStore from '@/storage/owned-store';

const LESSON = 'git-pipes';

/** Scrolls the window so that `share` (0 to 1) of the text is above the window, and waits for the debounce. */
function scrollTo(share: number): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -share * 1000, 100, 1000));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  window.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
}

test('opening a lesson scrolls to its top but keeps the stored reading position', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  await saveReadingPosition(LESSON, 0.6);
  await app.goTo(`/lessons/${LESSON}`);
  await screen.findByRole('button', { name: '前回の続きへ' });
  const keep = vi.spyOn(ownedStore, 'keepOwned');
  const kept = () => keep.mock.calls.filter(([store]) => store === 'reading-positions').map(([, , , share]) => share);

  scrollTo(0);
  scrollTo(0.3);
  await waitFor(async () => expect(await readReadingPosition(LESSON)).toBe(0.3));
  expect(kept()).toEqual([0.3]);

  scrollTo(0);
  await waitFor(async () => expect(await readReadingPosition(LESSON)).toBe(0));
});
