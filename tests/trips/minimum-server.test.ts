/**
 * Tests the app against a server that sends only the minimum: every screen opens, and nothing that is unknown is shown
 * as zero.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useForeignServer } from '@tests/support/demo';
import { startMinimum } from '@tests/support/minimum-server';
import { useNetworkStub } from '@tests/support/network-stub';
import { screensByUser } from '@tests/support/screens';
import { sentSubmits, SOLVE } from '@tests/support/solving';
import { describe, expect, test } from 'vitest';

const network = useNetworkStub();
useForeignServer(startMinimum);

/** Words that claim a zero, a state or a date which the minimum does not tell. */
const MADE_UP = /0 \/ 0|(?<!\d)0(件|名| レッスン(?!読了))|NaN|undefined|Invalid|未開始 ?\d|受講者には見えません|1970/;

/** Needs the lesson of its set, which the minimum does not have, to ask for the progress in its course. */
const needsMore = '/question-stats/git-q-cli';

const shownText = () => document.querySelector('main')?.textContent ?? '';

const views = screensByUser
  .flatMap(([user, paths]) => [...new Set(paths)].map((path) => [user, path] as const))
  .filter(([, path]) => path !== needsMore);

test.each(views)(
  'for %s %s opens with the minimum, and claims nothing that the server does not tell',
  async (user, path) => {
    await renderApp({ user, path });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(network.inFlightCount()).toBe(0));

    expect(shownText()).not.toMatch(/不明なエラー|サーバーの応答が想定と違います/);
    expect(shownText()).not.toMatch(MADE_UP);
  },
);

test('on a person’s page the courses have their titles, and the calendar has no number of submits', async () => {
  await renderApp({ user: 'teacher', path: '/users/detail/user-ishikawa' });
  const courses = await screen.findByRole('region', { name: 'コースごとの進捗' });
  const calendar = screen.getByRole('region', { name: '学習カレンダー' });

  await within(courses).findByRole('heading', { name: 'Gitとコマンドライン' });
  expect(within(courses).queryByRole('heading', { name: 'コース' })).toBeNull();
  expect(calendar.textContent).not.toMatch(/解答\d|まだありません/);
});

test('the report on a company names no status when none is known', async () => {
  await renderApp({ user: 'teacher', path: '/companies/minato?view=report' });

  expect(shownText()).not.toContain('名：');
});

test('the statistics of a set whose lesson is unknown name the field that they need', async () => {
  await renderApp({ user: 'staff', path: needsMore });

  expect(await screen.findByText(/question-set\/git-q-cli\.lessonId（なし）/)).toBeTruthy();
});

describe("a learner's journey with the minimum", () => {
  test('a learner opens a lesson from its course, and marks it as read', async () => {
    const app = await renderApp({ user: 'student2', path: '/courses/security' });
    const [lesson] = await screen.findAllByRole('link', { name: /パスキー/ });
    await app.user.click(lesson as HTMLElement);
    await app.user.click(await screen.findByRole('button', { name: /読了にする/ }));

    await waitFor(() => expect(network.calls().some((call) => call.startsWith('PUT /progress/lesson/'))).toBe(true));
  });

  test('a submit without the version of its set is sent, and its result is shown', async () => {
    const app = await renderApp({ user: 'student2', path: `${SOLVE}?view=overview` });
    await app.user.click(await screen.findByRole('button', { name: /^提出/ }));
    await waitFor(() => expect(sentSubmits(network)).toHaveLength(1));

    expect(JSON.parse(sentSubmits(network)[0]?.body ?? '')).not.toHaveProperty('questionSetUpdatedAt');
    expect(await screen.findByText(/問正解/)).toBeTruthy();
    expect(shownText()).not.toMatch(MADE_UP);
  });
});

test('a save names a field that the server does not store, once', async () => {
  const app = await renderApp({ user: 'teacher', path: '/courses/new' });
  const save = async (title: string) => {
    await app.user.type(await screen.findByRole('textbox', { name: /^タイトル/ }), title);
    await app.user.type(screen.getByRole('textbox', { name: /^説明/ }), '説明の文');
    await app.user.click(screen.getByRole('button', { name: '追加' }));
    await screen.findByText('コースを追加しました');
  };
  await save('一つ目');
  expect(await screen.findByText('このサーバーは『説明』『状態』を保存しません。')).toBeTruthy();

  await app.goTo('/community');
  await app.goTo('/courses/new');
  await save('二つ目');
  expect(screen.getAllByText(/このサーバーは/)).toHaveLength(1);
});
