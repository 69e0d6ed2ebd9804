/** Tests the error catalogue of specification §8, as shown on a screen inside the layout. */
import { screen, waitFor, within } from '@testing-library/dom';
import { openApp, type OpenedApp, renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { addressesOf, rolesOf, shownScreens, userOf } from '@tests/support/screens';
import { describe, expect, test, vi } from 'vitest';

import { screenOf, titleOf } from '@/session/screens';

const network = useNetworkStub();
const DENIED = 'アクセスが拒否されました';
const UNKNOWN = '不明なエラーが発生しました';
const NO_NETWORK = 'この画面はまだ端末に保存されていません';
const COURSE = 'GET /courses/statistics';

const main = () => within(screen.getByRole('main'));
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });

async function expectWayHome(app: OpenedApp): Promise<void> {
  expect(screen.getAllByRole('banner')).toHaveLength(1);
  // The error is marked as temporary (`data-passing`), so that it is not stored as a prerendered page.
  expect(document.querySelector('#main [data-passing]')).not.toBeNull();
  await app.user.click(main().getByRole('link', { name: 'ホームに戻る' }));
  await screen.findByRole('heading', { level: 1, name: /のホーム/ });
}

describe('a refusal', () => {
  test('a response with status 403 shows “denied” with a link home only', async () => {
    network.answer(COURSE, 403, { title: 'no', status: 403, detail: 'この操作をする権限がありません。' });
    const app = await renderApp({ user: 'student', path: '/courses/statistics' });

    await findTitle(DENIED);
    expect(main().queryByRole('link', { name: 'ログイン' })).toBeNull();
    expect(main().queryByRole('button', { name: 'もう一度' })).toBeNull();
    await expectWayHome(app);
  });

  test('a response with status 404 shows that the page does not exist', async () => {
    const app = await renderApp({ user: 'student', path: '/courses/no-such-course' });

    await findTitle('見つかりませんでした');
    await expectWayHome(app);
  });

  test('a response with status 422 is shown as an unknown error with call, status and the server’s words', async () => {
    network.answer(COURSE, 422, { detail: [{ loc: ['path', 'id'], msg: 'wrong' }] });
    const app = await renderApp({ user: 'student', path: '/courses/statistics' });

    await findTitle(UNKNOWN);
    main().getByText('サーバーの応答：courses/statistics（422）「id：wrong」');
    expect(network.calls().filter((words) => words === COURSE)).toHaveLength(1);
    await expectWayHome(app);
  });
});

test.each([
  ['a page', '<html>blocked</html>'],
  ['no body', ''],
  ['foreign JSON', { message: 'blocked' }],
])('a refusal by %s says that a network may have refused', async (_, body) => {
  network.answer(COURSE, 451, body);
  await renderApp({ user: 'student', path: '/courses/statistics' });

  await findTitle(UNKNOWN);
  main().getByText(
    '応答：courses/statistics（451）。サーバーの説明がないので、途中のネットワークが止めたのかもしれません。',
  );
});

test.each([
  ['is not an object', [], 'courses/statistics（配列）'],
  ['lacks its id', { title: 'はじめての統計' }, 'courses/statistics.id（なし）'],
  ['has a title of another type', { id: 'statistics', title: 5 }, 'courses/statistics.title（5）'],
])('an answer that %s is shown as unreadable, with the field', async (_, body, field) => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  network.answer(COURSE, 200, body);
  await renderApp({ user: 'student', path: '/courses/statistics' });

  await findTitle('サーバーの応答を読み取れませんでした');
  main().getByText(`サーバーの応答が想定と違います：${field}`, { exact: false });
});

test('a failing server is retried three times, after 1, 2 and 4 seconds, then an unknown error is shown', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  network.answer(COURSE, 500, { title: 'サーバーで問題が起きました', status: 500 });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const times = () => network.sent.filter(({ path }) => COURSE.endsWith(` ${path}`)).map(({ at }) => at);

  const leaving = app.goTo('/courses/statistics');
  for (const [index, wait] of [1000, 2000, 4000].entries()) {
    await waitFor(() => expect(times()).toHaveLength(index + 1));
    await vi.advanceTimersByTimeAsync(wait);
  }
  await leaving;

  await findTitle(UNKNOWN);
  const [first = 0, second = 0, third = 0, fourth = 0, ...others] = times();
  expect(second - first).toBeGreaterThanOrEqual(1000);
  expect(third - second).toBeGreaterThanOrEqual(2000);
  expect(fourth - third).toBeGreaterThanOrEqual(4000);
  expect(others).toEqual([]);
});

describe('もう一度', () => {
  test.each([
    ['no network', NO_NETWORK, () => network.cut(COURSE)],
    ['an answer that is not the API’s', UNKNOWN, () => network.answer(COURSE, 200, '<html>Wi-Fi</html>')],
  ])('もう一度 loads the screen after %s, once the network works again', async (_, title, breakNetwork) => {
    // An error without its own text in the catalogue is logged to the console.
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    breakNetwork();
    const app = await renderApp({ user: 'student', path: '/courses/statistics' });
    await findTitle(title);

    const countCalls = () => network.calls().filter((call) => call === COURSE).length;
    const countBefore = countCalls();
    await app.user.click(main().getByRole('button', { name: 'もう一度' }));
    // A second press joins a retry that still runs.
    await waitFor(() => {
      expect(countCalls()).toBeGreaterThan(countBefore);
      expect(network.inFlightCount()).toBe(0);
      expect(app.router.state.status).toBe('idle');
    });
    await findTitle(title);
    network.restore();
    await app.user.click(main().getByRole('button', { name: 'もう一度' }));

    await findTitle('はじめての統計');
    expect(document.title).toBe('はじめての統計 | まなびば');
  });
});

test('a lesson that cannot be loaded offline shows one error, not one for each of its parts', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  network.cut();

  await app.goTo('/lessons/statistics-normal');

  // Vitest fails the test run if a promise rejection is not handled.
  await findTitle(NO_NETWORK);
});

test('an error in one screen leaves the other screens usable', async () => {
  network.cut(COURSE);
  const app = await renderApp({ user: 'student', path: '/courses/statistics' });
  await findTitle(NO_NETWORK);

  await app.goTo('/courses/security');

  await findTitle('情報セキュリティの基本');
});

test('the skeleton is shown while a screen’s data does not arrive, and after 120 s an error', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  network.hold(/^GET \/courses\/\?/);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  app.router.history.push('/courses');

  await vi.advanceTimersByTimeAsync(200);
  await main().findByText('読み込んでいます');
  await vi.advanceTimersByTimeAsync(100_000);
  expect(main().queryByRole('heading', { level: 1 })).toBeNull();
  await vi.advanceTimersByTimeAsync(20_000);

  await findTitle('Loading chunk failed');
  expect(main().getAllByRole('link', { name: 'ホームに戻る' })).toHaveLength(1);
});

test('an error on the first screen leaves no skeleton on the page', async () => {
  network.cut(COURSE);
  await openApp({ user: 'student', path: '/courses/statistics' });

  await findTitle(NO_NETWORK);
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull());
});

describe('offline', () => {
  const ONLINE_ONLY = 'この画面には通信が必要です';

  const onlineOnly = shownScreens.filter((id) => !screenOf(id).worksOffline);
  const cases = onlineOnly.flatMap((id) => {
    const user = userOf[rolesOf(id)[0] ?? 'ADMIN'];
    return addressesOf(id).map((path): [user: string, path: string, own: string] => [user, path, titleOf(id, 'ADMIN')]);
  });

  test.each([...cases, ['teacher', '/companies?view=people', '']])(
    'offline, the error screen promises %s no copy of %s, which is never cached',
    async (user, path, own) => {
      const app = await renderApp({ user, path: '/community' });
      network.cut();

      await app.goTo(path);

      // A screen that loads no data is shown under its own title, even offline.
      const title = await screen.findByRole('heading', { level: 1 });
      expect([ONLINE_ONLY, own]).toContain(title.textContent);
      await waitFor(() => expect(document.title).toBe(`${title.textContent} | まなびば`));
      expect(main().queryByText(/次からはオフラインでも開けます/)).toBeNull();
      expect(main().queryByRole('heading', { name: 'いま開けるレッスン' })).toBeNull();
    },
  );

  test('offline, the error screen says that this screen will open offline once it was loaded online', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    network.cut();

    await app.goTo('/record');

    await findTitle(NO_NETWORK);
    await main().findByText(/次からはオフラインでも開けます/);
  });
});

describe('breadcrumbs and title of an error', () => {
  const trail = () => within(screen.getByRole('navigation', { name: 'パンくずリスト' }));
  const links = () =>
    trail()
      .getAllByRole('link')
      .map((link) => link.textContent);
  /**
   * The breadcrumbs contain both the full trail and the phone's link to the parent; jsdom applies no styles, so
   * duplicates are dropped.
   */
  const expectTrail = (...labels: string[]) => expect([...new Set(links())]).toEqual(labels);

  test.each([
    ['student', '/courses/none', '見つかりませんでした', ['ホーム', 'コース']],
    ['student', '/lessons/none', '見つかりませんでした', ['ホーム', 'コース']],
    ['student', '/question/solve/none', '見つかりませんでした', ['ホーム', 'コース']],
    ['teacher', '/sections/none', '見つかりませんでした', ['ホーム', 'コース管理']],
    ['teacher', '/users/detail/none', '見つかりませんでした', ['ホーム', '企業情報']],
    ['staff', '/companies/yamabiko', '見つかりませんでした', ['ホーム', 'ユーザー情報']],
    ['student', '/companies/minato', DENIED, ['ホーム']],
    ['student', '/users/edit/user-abe', DENIED, ['ホーム']],
    ['student', '/courses/a.b', 'ページが見つかりません', ['ホーム', 'コース']],
    ['student', '/nowhere', 'ページが見つかりません', ['ホーム']],
  ])('an error screen shows its own breadcrumbs and title to %s at %s', async (user, path, title, labels) => {
    await renderApp({ user, path });

    await findTitle(title);
    expectTrail(...labels);
    expect(trail().getByText(title).getAttribute('aria-current')).toBe('page');
    await waitFor(() => expect(document.title).toBe(`${title} | まなびば`));
  });

  test('an offline error shows its own breadcrumbs, and the screen’s own once the screen loads', async () => {
    network.cut(COURSE);
    const app = await renderApp({ user: 'student', path: '/courses/statistics' });
    await findTitle(NO_NETWORK);
    expectTrail('ホーム', 'コース');
    await waitFor(() => expect(document.title).toBe(`${NO_NETWORK} | まなびば`));

    network.restore();
    await app.user.click(main().getByRole('button', { name: 'もう一度' }));

    await findTitle('はじめての統計');
    await waitFor(() => expect(document.title).toBe('はじめての統計 | まなびば'));
  });
});
