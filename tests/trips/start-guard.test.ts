/**
 * Tests the start-up guard (specification §2): user and info are requested in parallel, with a loading indicator, and
 * the login screen when either fails.
 */
import { screen, waitFor } from '@testing-library/dom';
import { openApp, renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { readSession } from '@/session/session';

const network = useNetworkStub();
const loads = ['GET /me/', 'GET /info/'];
const indicator = () => document.querySelector('#root .skeleton');

describe('with a session', () => {
  test.each([
    ['user', 'GET /me/', 'GET /info/'],
    ['info', 'GET /info/', 'GET /me/'],
  ])('the guard requests user and info in parallel, and the %s alone is not enough', async (_, first, last) => {
    const answerFirst = network.hold(first);
    const answerLast = network.hold(last);
    await openApp({ user: 'student', path: '/community' });

    await waitFor(() => expect(network.calls().toSorted()).toEqual(loads.toSorted()));
    expect(indicator()).not.toBeNull();

    answerFirst();
    await callAs('student', 'GET', '/info/');
    expect(indicator()).not.toBeNull();
    expect(network.calls()).toHaveLength(2);

    answerLast();
    await screen.findByRole('heading', { level: 1, name: 'コミュニティ（Discord）' });
    expect(indicator()).toBeNull();
  });

  test('a lesson is requested before the user is known, and requests in flight are not repeated', async () => {
    const answer = network.hold('GET /me/');
    await openApp({ user: 'student', path: '/lessons/git-terminal' });

    const reads = ['GET /info/', 'GET /lessons/git-terminal', 'GET /me/', 'GET /progress/detail/user-student'];
    await waitFor(() => expect(network.calls().toSorted()).toEqual(expect.arrayContaining(reads)));
    await waitFor(() => expect(network.calls()).toContain('GET /courses/git'));
    expect(indicator()).not.toBeNull();
    answer();

    await screen.findByRole('heading', { level: 1, name: 'ターミナルとコマンドの形' });
    expect(network.calls().filter((words) => [...loads, 'GET /courses/git'].includes(words))).toHaveLength(3);
  });

  test.each([
    [
      '/',
      /のホーム/,
      [
        'GET /courses/?page=1&size=200',
        'GET /courses/git',
        'GET /progress/detail/user-student',
        'GET /progress/summary/user-student',
      ],
    ],
    ['/courses', 'コース', ['GET /courses/?page=1&size=200', 'GET /progress/detail/user-student']],
  ])('the data of %s are requested before the user is known, and not again', async (path, name, reads) => {
    const answer = network.hold('GET /me/');
    await openApp({ user: 'student', path });

    await waitFor(() =>
      expect(network.calls().toSorted()).toEqual(expect.arrayContaining([...loads, ...reads].toSorted())),
    );
    expect(indicator()).not.toBeNull();
    answer();

    await screen.findByRole('heading', { level: 1, name });
    expect(network.calls().filter((words) => [...loads, ...reads].includes(words))).toHaveLength(
      loads.length + reads.length,
    );
  });

  test('the screen of a new lesson requests no lesson', async () => {
    await renderApp({ user: 'teacher', path: '/lessons/new?chapterId=security-s2-c1' });
    expect(network.calls().filter((words) => words.startsWith('GET /lessons/'))).toEqual([]);
  });

  test('user (GET /me/) and server info (GET /info/) are requested once, however many screens follow', async () => {
    const app = await renderApp({ user: 'student' });

    await app.goTo('/courses');
    await screen.findByRole('heading', { level: 1, name: 'コース' });

    expect(network.calls().filter((words) => loads.includes(words))).toEqual(loads);
  });
});

describe('the login screen is shown', () => {
  const expectLogin = (href: string, target: string) => {
    expect(href).toBe(`/login?redirect=${encodeURIComponent(target)}`);
    expect(screen.getAllByRole('button', { name: 'ログイン' })).toHaveLength(1);
    expect(screen.queryByRole('navigation')).toBeNull();
  };

  test('the login screen is shown without a session, and no request is sent', async () => {
    const app = await renderApp({ path: '/lessons/git-terminal' });

    expectLogin(app.href, '/lessons/git-terminal');
    expect(network.sent).toEqual([]);
  });

  test('home opened without a session leads to the login screen without an address to return to', async () => {
    expect((await renderApp()).href).toBe('/login');
  });

  describe.each(loads)('when %s', (load) => {
    test.each([401, 403])('the login screen is shown when a start-up request is answered with %i', async (status) => {
      network.answer(load, status, { title: 'no', status });

      const app = await renderApp({ user: 'student', path: '/mypage' });

      expectLogin(app.href, '/mypage');
      expect(network.calls().filter((words) => words.startsWith('GET ') && !loads.includes(words))).toEqual([]);
    });

    test('the login screen is shown when a start-up request gets no response, and the session stays on the device', async () => {
      network.cut(load);

      const app = await renderApp({ user: 'student', path: '/courses' });

      expectLogin(app.href, '/courses');
      expect(await readSession()).toBeDefined();
    });

    test('a schema mismatch in the response to a start-up request is named on the login screen and logged', async () => {
      const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
      network.answer(load, 200, { serviceName: 7 });

      const app = await renderApp({ user: 'student', path: '/courses' });

      expectLogin(app.href, '/courses');
      const field = load === 'GET /me/' ? 'me.id（なし）' : 'info.serviceName（7）';
      expect(screen.getByRole('alert').textContent).toBe(`サーバーの応答が想定と違います：${field}`);
      expect(told.mock.calls.flat().map(String).join()).toContain(field);
    });

    test('a response to a start-up request that does not come from the API is reported on the login screen', async () => {
      network.answer(load, 200, '<html>Wi-Fi</html>');

      const app = await renderApp({ user: 'student', path: '/courses' });

      expectLogin(app.href, '/courses');
      expect(screen.getByRole('alert').textContent).toContain('読み取れない応答');
    });
  });

  describe.each(loads)('after a start from the device’s copy, when %s', (load) => {
    test.each([401, 403])(
      'a later answer with status %i ends the session, and the login form shows why',
      async (status) => {
        const app = await renderApp({ user: 'student', path: '/courses' });
        await screen.findByRole('heading', { level: 1, name: 'コース' });
        network.answer(load, status, { title: 'no', status });

        void app.reload();

        await waitFor(() => expect(app.href).toBe('/login?redirect=%2Fcourses'));
        expect((await screen.findByRole('alert')).textContent).toContain(
          status === 401 ? 'ログインの期限が切れました。' : 'サーバーに利用を断られました。',
        );
        expect(app.loads.filter((target) => target.startsWith('/login'))).toHaveLength(1);
        expect(await readSession()).toBeUndefined();
      },
    );
  });
});

describe('a server whose start-up calls fail', () => {
  const asked = (words: string) => network.calls().filter((each) => each === words).length;
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

  async function passRetries(words: string): Promise<void> {
    for (const [index, wait] of [1000, 2000, 4000].entries()) {
      await waitFor(() => expect(asked(words)).toBe(index + 1));
      await vi.advanceTimersByTimeAsync(wait);
    }
  }

  test.each(loads)(
    'a failing %s at start-up gets one round of retries, then the login form shows what failed',
    async (load) => {
      network.answer(load, 500, { title: 'no', status: 500 });

      const opening = renderApp({ user: 'student', path: '/courses' });
      await passRetries(load);
      await opening;

      expect((await screen.findByRole('alert')).textContent).toContain('サーバーの不調で、始められませんでした。');
      expect(asked(load)).toBe(4);
    },
  );

  test('a valid password on a server that fails at start-up shows the reason, not a blank login form', async () => {
    network.answer('GET /info/', 500, { title: 'no', status: 500 });
    const app = await renderApp({ path: '/login?redirect=%2Fcourses' });
    expect(screen.queryByRole('alert')).toBeNull();

    await app.user.type(screen.getByLabelText('ユーザー名'), 'student');
    await app.user.type(screen.getByLabelText('パスワード'), 'demo-password{Enter}');
    await passRetries('GET /info/');

    expect((await screen.findByRole('alert')).textContent).toContain('サーバーの不調');
    expect(asked('GET /info/')).toBe(4);
    network.restore();
    await app.reload();
    await screen.findByRole('heading', { level: 1, name: 'コース' });
  });

  test('the login screen sends only one request to a failing server', async () => {
    network.answer('GET /info/', 500, { title: 'no', status: 500 });

    await renderApp({ user: 'student', path: '/login' });

    expect((await screen.findByRole('alert')).textContent).toContain('サーバーの不調');
    expect(asked('GET /info/')).toBe(1);
  });
});
