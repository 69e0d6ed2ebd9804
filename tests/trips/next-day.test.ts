/** A page that stands over midnight: the next morning it is of that day, also without a network. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { demoSession, useTripServer } from '@tests/support/demo';
import { useWire } from '@tests/support/wire';
import { afterEach, expect, test } from 'vitest';

import { DAY_MS } from '@/constants';
import { enqueue } from '@/offline/queue/queue';
import { ownerKey } from '@/session/session';
import { now, shiftClock } from '@/storage/now';
import { keepOwned } from '@/storage/owned-store';

const wire = useWire();
const region = async (name: string) => within(await screen.findByRole('region', { name }));

afterEach(() => shiftClock(0));

/** The app comes into view again, a week later. */
function comeBack(): void {
  shiftClock(7 * DAY_MS);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A question that was right in 復習 just now. */
async function comesBackTomorrow(): Promise<void> {
  await useTripServer();
  const { userId } = await demoSession('student2');
  const [set, id] = ['statistics-q-summary', 'statistics-q-summary-1'];
  await keepOwned('reviews', ownerKey({ apiHost: __API_HOST__, userId }), `${set}|${id}`, { streak: 1, at: now() });
  const questionSet = { questionSetId: set, lessonId: 'statistics-spread', title: '', submitCount: 1, maxScore: 6 };
  const lastAnswers = [{ questionId: id, correct: false }];
  const questionSets = [{ ...questionSet, lastScore: 5, lastSubmittedAt: '2026-11-01T01:00:00Z', lastAnswers }];
  const course = {
    courseId: 'statistics',
    courseTitle: 'はじめての統計',
    lessonCount: 13,
    readLessons: [],
    questionSets,
  };
  wire.answer(`GET /progress/detail/${userId}`, 200, { userId, courses: [course] });
}

test('home is of the new week', async () => {
  await useTripServer();
  const { userId } = await demoSession('student');
  const owner = ownerKey({ apiHost: __API_HOST__, userId });
  wire.cut(/^PUT /);
  await enqueue(owner, { kind: 'lesson-read', lessonId: 'statistics-normal' });
  await renderApp({ user: 'student' });
  const week = await region('今週の学習');
  await week.findByText(/^[1-7]日 ・ [1-9]\d*レッスン$/);
  wire.cut();

  comeBack();

  await week.findByText('0日 ・ 0レッスン');
});

test('a question that comes back tomorrow is due then', async () => {
  await comesBackTomorrow();
  await renderApp({ user: 'student2' });
  await (await region('復習')).findByText(/^次の復習は.*に1問です。$/);

  comeBack();

  await waitFor(async () => expect((await region('復習')).getByText('前回まちがえた問題が1問あります')).toBeDefined());
});

test('復習 that had nothing in the evening has it in the morning', async () => {
  await comesBackTomorrow();
  await renderApp({ user: 'student2', path: '/review' });
  await screen.findByText('いま復習する問題はありません');

  comeBack();

  await screen.findByText('1 / 1 問・1つ選択');
});
