/**
 * Tests that a session survives token expiry, other tabs and reloads, and ends when it must (docs/security.md,
 * "Sessions").
 */
import { screen, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { demoSession, signInAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { afterEach, describe, expect, test } from 'vitest';

import { apiHost } from '@/session/api-host';
import { ownerKey, readSession } from '@/session/session';

const network = useNetworkStub();
const counted = (words: string) => network.calls().filter((sent) => sent === words).length;
const findHome = () => screen.findByRole('heading', { level: 1, name: /のホーム/ });

/** Simulates another tab of the same browser. */
let otherTab: BroadcastChannel | undefined;
function openOtherTab(): BroadcastChannel {
  otherTab = new BroadcastChannel('manabiba');
  return otherTab;
}
afterEach(() => otherTab?.close());

describe('an access token that has expired', () => {
  test('an expired access token is refreshed once for all waiting calls, without a message', async () => {
    await signInAs('student', { access_token: 'expired' });

    await renderApp();

    await findHome();
    expect(counted('POST /token')).toBe(1);
    expect(await readSession()).toMatchObject({ accessToken: expect.stringMatching(/^ey/), tokenType: 'bearer' });
  });

  test('an expired access token is refreshed with a refresh token lent by another tab', async () => {
    const owner = await signInAs('student', { access_token: 'expired', refresh_token: '' });
    const { refresh_token: refreshToken } = await demoSession('student');
    const tab = openOtherTab();
    tab.addEventListener('message', ({ data }: MessageEvent<{ type: string; owner: string; requestId: string }>) => {
      if (data.type !== 'refresh-token-wanted' || data.owner !== ownerKey(owner)) return;
      tab.postMessage({ type: 'refresh-token-given', requestId: data.requestId, refreshToken });
    });

    await renderApp();

    await findHome();
    expect(sessionStorage.getItem('refresh_token')).toBe(refreshToken);
  });

  test('an expired access token without a refresh token shows the login screen, and the stored session is not deleted', async () => {
    await signInAs('student', { access_token: 'expired', refresh_token: '' });

    const app = await renderApp({ path: '/courses' });

    expect(app.href).toBe('/login?redirect=%2Fcourses');
    expect(counted('POST /token')).toBe(0);
    expect(await readSession()).toMatchObject({ accessToken: 'expired' });
  });

  test('a refused refresh shows “denied” on the screen, with links to the login and home', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    network.answer(/./, 401, { title: 'ログインが必要です', status: 401 });

    await app.goTo('/courses/statistics');

    const main = within(screen.getByRole('main'));
    await main.findByRole('heading', { level: 1, name: 'アクセスが拒否されました' });
    expect(app.href).toBe('/courses/statistics');
    const login = main.getByRole('link', { name: 'ログイン' });
    expect(main.getAllByRole('link', { name: 'ホームに戻る' })).toHaveLength(1);
    expect(sessionStorage.getItem('refresh_token')).toBeNull();
    await app.user.click(login);

    await screen.findByLabelText('ユーザー名');
    expect(app.href).toBe('/login?redirect=%2Fcourses%2Fstatistics');
  });
});

describe('another tab', () => {
  test('a sign-out in another tab also signs this tab out', async () => {
    const app = await renderApp({ user: 'student', path: '/courses' });
    await clearSession();

    openOtherTab().postMessage({ type: 'session-changed' });

    await screen.findByRole('button', { name: 'ログイン' });
    expect(app.loads).toEqual(['/courses']);
    expect(app.href).toBe('/login?redirect=%2Fcourses');
  });

  test('another user’s sign-in in another tab restarts this tab as that user', async () => {
    await renderApp({ user: 'student' });
    await findHome();
    await signInAs('staff');

    openOtherTab().postMessage({ type: 'session-changed' });

    await screen.findByRole('heading', { level: 1, name: /田中 健一\s?さんのホーム/ });
  });

  test('the same user’s new sign-in in another tab leaves this tab unchanged', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    const tab = openOtherTab();
    tab.postMessage({ type: 'session-changed' });
    const answered = new Promise((resolve) => tab.addEventListener('message', resolve, { once: true }));
    const owner = ownerKey({ apiHost: apiHost(), userId: 'user-student' });
    tab.postMessage({ type: 'refresh-token-wanted', owner, requestId: 'r1' });

    // The tab has lent its refresh token, so it has also received the broadcast that was sent before.
    expect(await answered).toMatchObject({ data: { type: 'refresh-token-given', requestId: 'r1' } });
    expect(app.loads).toEqual([]);
  });

  test('another user’s tab does not get a refresh token from this tab', async () => {
    await renderApp({ user: 'student', path: '/community' });
    const heard: unknown[] = [];
    const tab = openOtherTab();
    const answered = new Promise<void>((resolve) =>
      tab.addEventListener('message', ({ data }: MessageEvent<{ requestId: string }>) => {
        heard.push(data);
        if (data.requestId === 'own') resolve();
      }),
    );
    const ask = (userId: string, requestId: string) =>
      tab.postMessage({
        type: 'refresh-token-wanted',
        owner: ownerKey({ apiHost: apiHost(), userId }),
        requestId,
      });

    ask('user-staff', 'foreign');
    ask('user-student', 'own');
    await answered;

    expect(heard).toHaveLength(1);
  });
});
