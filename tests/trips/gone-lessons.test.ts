/**
 * Tests lessons and question sets that a teacher has deleted after a learner studied them: every device shows the same.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { sendAtOnce } from '@tests/support/undo-time';
import { recordEmptySubmit } from '@tests/support/waiting-calls';
import { expect, test, vi } from 'vitest';

import { MINUTE_MS } from '@/lib/constants';

useOwnServer('gone-lessons');

const region = async (name: string) => within(await screen.findByRole('region', { name }));

/** The calendar’s text for one read lesson on one day. */
const YEAR = 'この1年で1日学習しました（読了1、解答0）。';

/** Advances the clock until the server’s progress includes all that it has received. */
function waitAWhile(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS });
}

test('a lesson that was read here and then deleted counts nowhere, even while the device still has a copy', async () => {
  const app = await renderApp({ user: 'matsumoto', path: '/lessons/git-pipes' });
  await app.user.click(await screen.findByRole('button', { name: '読了にする' }));
  const actions = within(screen.getByRole('group', { name: 'レッスンの操作' }));
  await sendAtOnce();
  await waitFor(() => expect(actions.getByRole('status').textContent).toBe('読了'));
  await app.goTo('/mypage');
  await screen.findByText('1 / 13 レッスン読了');
  // Waits for the calendar: a read lesson may count twice until the server's study days and progress are equally
  // recent.
  await (await region('学習カレンダー')).findByText(YEAR);

  await callAs('teacher', 'DELETE', '/lessons/git-pipes');
  waitAWhile();
  await app.goTo('/courses');
  await app.goTo('/mypage');

  await screen.findByText('0 / 12 レッスン読了');
  await waitFor(async () => expect((await region('全体の進捗')).getByText('0 / 39 レッスン')).toBeDefined());
  await (await region('学習カレンダー')).findByText(YEAR);

  await app.reload();
  await waitFor(async () => expect((await region('全体の進捗')).getByText('0 / 39 レッスン')).toBeDefined());
});

test('results of a deleted question set are not shown any more; their day still counts as a study day', async () => {
  await recordEmptySubmit('matsumoto', 'git-q-merge');
  const app = await renderApp({ user: 'matsumoto', path: '/mypage' });
  await waitFor(async () => expect((await region('全体の進捗')).getByText('1回')).toBeDefined());
  await screen.findAllByText('同期済み');
  await (await region('学習カレンダー')).findByText(/、解答1）。$/);

  await callAs('teacher', 'DELETE', '/question-set/git-q-merge');
  waitAWhile();
  await app.goTo('/courses');
  await app.goTo('/mypage');

  await waitFor(async () => expect((await region('全体の進捗')).getByText('0回')).toBeDefined());
  expect((await region('結果の移り変わり')).getByText('問題の結果はまだありません。')).toBeDefined();
  await (await region('学習カレンダー')).findByText(/、解答1）。$/);
});
