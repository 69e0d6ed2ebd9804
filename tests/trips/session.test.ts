/** A session that lives through expiry, other tabs and reloads, and ends when it must (docs/security.md, "Sessions"). */
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

/** Another tab of the same browser. */
let otherTab: BroadcastChannel | undefined;
function openOtherTab(): BroadcastChannel {
  otherTab = new BroadcastChannel('manabiba');
  return otherTab;
}
afterEach(() => otherTab?.close());

describe('an access token that has expired', () => {
  test('is refreshed once for all calls that wait, and nobody notices', async () => {
    await signInAs('student', { access_token: 'expired' });

    await renderApp();

    await findHome();
    expect(counted('POST /token')).toBe(1);
    expect(await readSession()).toMatchObject({ accessToken: expect.stringMatching(/^ey/), tokenType: 'bearer' });
  });

  test('is refreshed with the refresh token that a sibling tab lends', async () => {
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

  test('is not refreshed without a refresh token: the login screen stands, and what is stored stays', async () => {
    await signInAs('student', { access_token: 'expired', refresh_token: '' });

    const app = await renderApp({ path: '/courses' });

    expect(app.href).toBe('/login?redirect=%2Fcourses');
    expect(counted('POST /token')).toBe(0);
    expect(await readSession()).toMatchObject({ accessToken: 'expired' });
  });

  test('on a screen, with a refusal of the refresh, is denied with the login beside the way home', async () => {
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
  test('that signs out ends this one too', async () => {
    const app = await renderApp({ user: 'student', path: '/courses' });
    await clearSession();

    openOtherTab().postMessage({ type: 'session-changed' });

    await screen.findByRole('button', { name: 'ログイン' });
    expect(app.loads).toEqual(['/courses']);
    expect(app.href).toBe('/login?redirect=%2Fcourses');
  });

  test('that signs somebody else in restarts this one as them', async () => {
    await renderApp({ user: 'student' });
    await findHome();
    await signInAs('staff');

    openOtherTab().postMessage({ type: 'session-changed' });

    await screen.findByRole('heading', { level: 1, name: '田中 健一さんのホーム' });
  });

  test('that only signs in anew leaves this one alone', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    const tab = openOtherTab();
    tab.postMessage({ type: 'session-changed' });
    const answered = new Promise((resolve) => tab.addEventListener('message', resolve, { once: true }));
    const owner = ownerKey({ apiHost: apiHost(), userId: 'user-student' });
    tab.postMessage({ type: 'refresh-token-wanted', owner, requestId: 'r1' });

    // This tab has lent its refresh token, so it has heard the news before as well.
    expect(await answered).toMatchObject({ data: { type: 'refresh-token-given', requestId: 'r1' } });
    expect(app.loads).toEqual([]);
  });

  test('of somebody else is lent nothing', async () => {
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
