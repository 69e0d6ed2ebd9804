/** Tests the login screen: signing in, errors, and the way back to the requested screen. */
import { screen, waitFor } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, signInAs, useTripServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { readSession } from '@/session/session';

const PASSWORD = 'demo-password';
const network = useNetworkStub();

const usernameField = () => screen.getByLabelText<HTMLInputElement>('ユーザー名');
const passwordField = () => screen.getByLabelText<HTMLInputElement>('パスワード');
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('');
const alertText = async () => (await screen.findByRole('alert')).textContent;
const loginButton = () => screen.getByRole('button', { name: 'ログイン' });

async function logIn(app: OpenedApp, username: string, password = PASSWORD): Promise<void> {
  await app.user.type(usernameField(), username);
  await app.user.type(passwordField(), password);
  await app.user.click(loginButton());
}

describe('with valid credentials', () => {
  test('a visitor of any screen is asked to log in, and returns to that screen', async () => {
    const app = await renderApp({ path: '/courses/git?from=mail' });
    expect(app.href).toBe(`/login?redirect=${encodeURIComponent('/courses/git?from=mail')}`);

    await logIn(app, 'student');

    await screen.findByRole('heading', { level: 1, name: 'Gitとコマンドライン' });
    expect(app.loads).toEqual(['/courses/git?from=mail']);
  });

  test('a login stores the session on the device, and the refresh token in session storage only', async () => {
    const app = await renderApp({ path: '/login' });

    await logIn(app, 'student');
    await screen.findByRole('heading', { level: 1, name: /のホーム/ });

    const session = await readSession();
    const owner = { apiHost: await useTripServer(), userId: 'user-student' };
    const abilities = expect.any(Array);
    const user = { username: 'student', role: 'STUDENT' };
    expect(session).toEqual({ accessToken: expect.any(String), tokenType: 'bearer', owner, ...user, abilities });
    expect(sessionStorage.getItem('refresh_token')).toMatch(/^\S{20,}$/);
    expect(JSON.stringify(session)).not.toContain(sessionStorage.getItem('refresh_token'));
  });

  test('a login sends user name and password as a form, without a bearer header', async () => {
    const app = await renderApp({ path: '/login' });

    await logIn(app, 'student');
    await screen.findByRole('heading', { level: 1, name: /のホーム/ });

    const [authorize, owner] = network.sent;
    expect(authorize).toMatchObject({ method: 'POST', path: '/authorize' });
    expect(authorize?.body).toBe(`username=student&password=${PASSWORD}`);
    expect(authorize?.headers.has('Authorization')).toBe(false);
    expect(owner).toMatchObject({ method: 'GET', path: '/me/' });
  });

  test('fault: the user name is typed in full width or with a trailing space → it is normalised and the login succeeds', async () => {
    const app = await renderApp({ path: '/login' });

    await logIn(app, '　ｓｔｕｄｅｎｔ ');

    await screen.findByRole('heading', { level: 1, name: /のホーム/ });
  });

  test('a login sends user name and password, then the extra login fields of the build’s configuration', async () => {
    vi.stubGlobal('__LOGIN_FIELDS__', { grant_type: 'password', scope: 'read write' });
    const app = await renderApp({ path: '/login' });

    await logIn(app, 'student');
    await screen.findByRole('heading', { level: 1, name: /のホーム/ });

    expect(network.sent[0]?.body).toBe(`username=student&password=${PASSWORD}&grant_type=password&scope=read+write`);
  });

  test.each(['/..//evil.example', '//evil.example'])(
    'a redirect parameter %s leads home after the login',
    async (to) => {
      const app = await renderApp({ path: `/login?redirect=${to}` });

      await logIn(app, 'student');

      await screen.findByRole('heading', { level: 1, name: /のホーム/ });
      expect(app.loads).toEqual(['/']);
    },
  );
});

describe('with rejected credentials', () => {
  beforeAll(() => callAs('admin', 'PATCH', '/users/user-abe', { active: false }));
  afterAll(() => callAs('admin', 'PATCH', '/users/user-abe', { active: true }));

  test('an empty login form marks both fields and focuses the first', async () => {
    const app = await renderApp({ path: '/login' });

    await app.user.click(loginButton());

    expect(document.activeElement).toBe(usernameField());
    expect(descriptionOf(usernameField())).toBe('ユーザー名を入力してください。');
    expect(descriptionOf(passwordField())).toBe('パスワードを入力してください。');
    expect(passwordField().getAttribute('aria-invalid')).toBe('true');
    expect(network.sent).toEqual([]);
  });

  test('a login form without a password focuses the password field', async () => {
    const app = await renderApp({ path: '/login' });

    await app.user.type(usernameField(), 'student{Enter}');

    expect(document.activeElement).toBe(passwordField());
    expect(descriptionOf(usernameField())).toBe('');
    expect(network.sent).toEqual([]);
  });

  test('a wrong password shows an error, keeps the user name and stores nothing', async () => {
    const app = await renderApp({ path: '/login' });

    await logIn(app, 'student', 'wrong-password');

    expect(await alertText()).toContain('ユーザー名またはパスワードが違います。');
    expect(usernameField().value).toBe('student');
    expect(await readSession()).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
    await waitFor(() => expect(loginButton()).toHaveProperty('disabled', false));
  });

  test('a suspended account gets another error than a wrong password', async () => {
    const app = await renderApp({ path: '/login' });

    await logIn(app, 'abe');

    expect(await alertText()).toContain('このアカウントは利用停止中です。');
    expect(await readSession()).toBeUndefined();
  });

  test('a login refused for too many attempts asks the user to wait', async () => {
    network.answer('POST /authorize', 429, { title: '回数が多すぎます', status: 429 }, { 'Retry-After': '900' });
    const app = await renderApp({ path: '/login' });

    await logIn(app, 'student');

    expect(await alertText()).toContain('しばらく待ってからお試しください。');
  });

  test('an offline login shows a network error, and the same form works once online', async () => {
    const app = await renderApp({ path: '/login' });
    network.cut();

    await logIn(app, 'student');
    expect(await alertText()).toContain('通信できませんでした。');

    network.restore();
    await app.user.click(loginButton());
    await screen.findByRole('heading', { level: 1, name: /のホーム/ });
    expect(app.loads).toEqual(['/']);
  });

  test.each([
    [200, '<html>Wi-Fi</html>'],
    [400, '<html>Bad Request</html>'],
    [405, ''],
    [413, '<html>Request Entity Too Large</html>'],
    [422, ''],
    [451, 'blocked by policy'],
  ])('a login answered with %i and %j by something other than the API creates no session', async (status, body) => {
    network.answer('POST /authorize', status, body);
    const app = await renderApp({ path: '/login' });

    await logIn(app, 'student');

    expect(await alertText()).toContain('サーバーのかわりに、別の応答が返ってきました。');
    expect(await readSession()).toBeUndefined();
  });

  test('two presses of ログイン send one login', async () => {
    const release = network.hold('POST /authorize');
    const app = await renderApp({ path: '/login' });

    await logIn(app, 'nobody');
    await app.user.type(passwordField(), '{Enter}');
    expect(network.calls()).toEqual(['POST /authorize']);
    release();

    await screen.findByRole('alert');
  });
});

describe('with a live session', () => {
  test.each([
    ['/login', '/'],
    ['/login?redirect=%2Fcourses%2Fgit', '/courses/git'],
    ['/login?redirect=%2F%2Fevil.example', '/'],
    ['/login?redirect=https%3A%2F%2Fevil.example%2F', '/'],
    ['/login?redirect=%2F..%2F%2Fevil.example', '/'],
    ['/login?redirect=javascript%3Aalert(1)', '/'],
    ['/login?redirect=%2Flogin', '/'],
    ['/login?redirect=%2F%5Cevil.example', '/'],
  ])('%s with a live session leads on to %s', async (path, target) => {
    const app = await renderApp({ path, user: 'student' });

    expect(app.href).toBe(target);
    expect(app.loads).toEqual([]);
  });

  test('a session that the server cannot confirm is accepted if the device knows its user', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    network.cut();

    await app.goTo('/login');

    expect(app.href).toBe('/');
  });

  test('a session that the server refuses leaves the login screen open', async () => {
    await signInAs('student', { access_token: 'expired', refresh_token: '' });

    const app = await renderApp({ path: '/login' });

    expect(app.href).toBe('/login');
    expect(loginButton()).toBeDefined();
  });
});
