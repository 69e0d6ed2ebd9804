/** Tests that a page left open over midnight shows the new day in the morning, also offline. */
import { screen, waitFor, within } from '@testing-library/dom';
import { answeredWrongAt, WRONG_SET } from '@tests/support/answered-wrong';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { ownerOf } from '@tests/support/solving';
import { recordWaiting } from '@tests/support/waiting-calls';
import { afterEach, expect, test } from 'vitest';

import { DAY_MS } from '@/lib/constants';
import type { OwnerKey } from '@/session/session';
import { now, shiftClock } from '@/storage/now';
import { keepOwned } from '@/storage/owned-store';

const network = useNetworkStub();
const region = async (name: string) => within(await screen.findByRole('region', { name }));

afterEach(() => shiftClock(0));

/** Advances the clock by a week, and makes the page visible again. */
function comeBack(): void {
  shiftClock(7 * DAY_MS);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Stores that a question of 復習 (spaced review) was answered correctly just now, so that it is due tomorrow. */
async function comesBackTomorrow(): Promise<void> {
  const owner = (await ownerOf('student2')) as OwnerKey;
  await keepOwned('reviews', owner, `${WRONG_SET}|${WRONG_SET}-1`, { streak: 1, at: now() });
  answeredWrongAt(network, '2026-11-01T01:00:00Z', 1);
}

test('home shows the new week after midnight', async () => {
  network.cut(/^PUT /);
  await recordWaiting('student', { kind: 'lesson-read', lessonId: 'statistics-normal' });
  await renderApp({ user: 'student' });
  const week = await region('今週の学習');
  await week.findByText(/^[1-7]日 ・ [1-9]\d*レッスン$/);
  network.cut();

  comeBack();

  await week.findByText('0日 ・ 0レッスン');
});

test('a review question scheduled for tomorrow is due after midnight', async () => {
  await comesBackTomorrow();
  await renderApp({ user: 'student2' });
  await (await region('復習')).findByText('次の復習：あした1問');

  comeBack();

  await waitFor(async () => expect((await region('復習')).getByText('前回まちがえた問題が1問あります')).toBeDefined());
});

test('復習 (spaced review) that was empty in the evening has questions in the morning', async () => {
  await comesBackTomorrow();
  await renderApp({ user: 'student2', path: '/review' });
  await screen.findByText('いま復習する問題はありません');

  comeBack();

  await screen.findByText('1 / 1 問・単一選択');
});
