// @vitest-environment jsdom
/**
 * Tests token refresh after a 401: one refresh for all waiting calls, one retry of each, never another user's token
 * (docs/security.md, "Sessions").
 */
import { demoSession, signInAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { fetchCourses } from '@/api/courses';
import { fetchInfo } from '@/api/info';
import { fetchMe } from '@/api/me';
import { ownerKey, readSession, saveSession } from '@/session/session';

const network = useNetworkStub();
const REFUSED = { title: 'ログインが必要です', status: 401 };
const count = (words: string) => network.calls().filter((sent) => sent === words).length;
const expired = () => signInAs('student', { access_token: 'expired' });

afterEach(async () => {
  vi.unstubAllGlobals();
  await clearSession();
});

test('twenty concurrent calls with an expired token cause one refresh, and each is retried once', async () => {
  await expired();

  const answers = await Promise.all(Array.from({ length: 20 }, () => fetchMe()));

  expect(answers.map(({ username }) => username)).toEqual(Array(20).fill('student'));
  expect(count('POST /token')).toBe(1);
  expect(count('GET /me/')).toBe(40);
  const retried = network.sent.at(-1)?.headers.get('Authorization');
  expect(retried).toBe(`Bearer ${(await readSession())?.accessToken}`);
});

test('the refresh is sent as JSON without a bearer header', async () => {
  await expired();
  await fetchInfo();

  const refresh = network.sent.find(({ path }) => path === '/token');
  expect(refresh?.headers.get('Authorization')).toBeNull();
  expect(refresh?.headers.get('Content-Type')).toBe('application/json');
  const { refresh_token: refreshToken } = await demoSession('student');
  expect(JSON.parse(refresh?.body ?? '')).toEqual({ refresh_token: refreshToken, grant_type: 'refresh_token' });
});

test('a refused refresh rejects the original requests with their 401, and is not repeated', async () => {
  await expired();
  network.answer('POST /token', 401, REFUSED);

  const outcomes = await Promise.allSettled([fetchMe(), fetchInfo(), fetchMe()]);

  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'ApiError', status: 401 } });
  }
  expect(count('POST /token')).toBe(1);
  expect(count('GET /me/')).toBe(2);
  expect(sessionStorage.getItem('refresh_token')).toBeNull();
});

test('a second 401 after the refresh causes no other refresh', async () => {
  await expired();
  network.answer('GET /me/', 401, REFUSED);

  await expect(fetchMe()).rejects.toMatchObject({ name: 'ApiError', status: 401 });

  expect(network.calls()).toEqual(['GET /me/', 'POST /token', 'GET /me/']);
});

test.each([403, 404, 500])('a response with status %i causes no token refresh', async (status) => {
  await expired();
  network.answer('GET /me/', status, { title: 'no', status });

  await expect(fetchMe()).rejects.toMatchObject({ name: 'ApiError', status });

  expect(network.calls()).toEqual(['GET /me/']);
});

describe('while the refresh is in flight', () => {
  test('another user signs in during a refresh: the new token is not stored, and no call is sent with their token', async () => {
    await expired();
    const release = network.hold('POST /token');
    const call = fetchMe();
    await vi.waitFor(() => expect(count('POST /token')).toBe(1));
    const owner = await signInAs('staff');
    const theirs = await readSession();

    release();

    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 401 });
    expect(await readSession()).toEqual(theirs);
    expect(theirs?.owner).toEqual(owner);
    expect(count('GET /me/')).toBe(1);
  });

  test('the user signs out during a refresh: the new token is not stored', async () => {
    await expired();
    const release = network.hold('POST /token');
    const call = fetchMe();
    await vi.waitFor(() => expect(count('POST /token')).toBe(1));
    await clearSession();

    release();

    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 401 });
    expect(await readSession()).toBeUndefined();
  });

  test.each([
    ['the network fails during a refresh', () => network.cut('POST /token'), { name: 'NetworkError' }],
    [
      'the server answers a refresh with 503',
      () => network.answer('POST /token', 503, REFUSED),
      { name: 'ApiError', status: 503 },
    ],
    [
      'the server answers a refresh with 408',
      () => network.answer('POST /token', 408, REFUSED),
      { name: 'ApiError', status: 408 },
    ],
  ])('%s: the call fails, and the refresh token is kept', async (_, breakNetwork, error) => {
    await expired();
    breakNetwork();
    await expect(fetchMe()).rejects.toMatchObject(error);

    network.restore();
    expect(await fetchMe()).toMatchObject({ username: 'student' });
  });
});

test('a token refreshed by another tab is used without another refresh', async () => {
  const owner = await expired();
  const release = network.hold('GET /me/');
  const call = fetchMe();
  await vi.waitFor(() => expect(count('GET /me/')).toBe(1));
  const { access_token: accessToken } = await demoSession('student');
  await saveSession({ accessToken, tokenType: 'bearer', owner });

  release();

  expect(await call).toMatchObject({ username: 'student' });
  expect(count('POST /token')).toBe(0);
});

describe('a tab without a refresh token', () => {
  test('a tab without a refresh token requests one from other tabs, and keeps the token they lend', async () => {
    const owner = await signInAs('student', { access_token: 'expired', refresh_token: '' });
    const { refresh_token: refreshToken } = await demoSession('student');
    const sibling = new BroadcastChannel('manabiba');
    const asked: unknown[] = [];
    sibling.addEventListener('message', ({ data }: MessageEvent<{ requestId: string }>) => {
      asked.push(data);
      sibling.postMessage({ type: 'refresh-token-given', requestId: 'of-another-tab', refreshToken: 'wrong' });
      sibling.postMessage({ type: 'refresh-token-given', requestId: data.requestId, refreshToken });
    });

    expect(await fetchMe()).toMatchObject({ username: 'student' });

    sibling.close();
    expect(asked).toMatchObject([{ type: 'refresh-token-wanted', owner: ownerKey(owner) }]);
    expect(sessionStorage.getItem('refresh_token')).toBe(refreshToken);
  });

  test('a call in a tab without a refresh token rejects with its 401 if no other tab lends one', async () => {
    await signInAs('student', { access_token: 'expired', refresh_token: '' });

    await expect(fetchMe()).rejects.toMatchObject({ name: 'ApiError', status: 401 });

    expect(network.calls()).toEqual(['GET /me/']);
  });

  test('a tab without a refresh token never uses another user’s refresh token', async () => {
    await signInAs('student', { access_token: 'expired', refresh_token: '' });
    sessionStorage.setItem('refresh_token', (await demoSession('staff')).refresh_token);
    sessionStorage.setItem('refresh_token_owner', ownerKey({ apiHost: 'elsewhere', userId: 'user-student' }));

    await expect(fetchMe()).rejects.toMatchObject({ status: 401 });

    expect(count('POST /token')).toBe(0);
  });
});

test('a service worker, which has no session storage, never refreshes the token', async () => {
  await expired();
  vi.stubGlobal('sessionStorage', undefined);

  await expect(fetchMe()).rejects.toMatchObject({ name: 'ApiError', status: 401 });

  expect(network.calls()).toEqual(['GET /me/']);
});

test('without a session a call is sent without a bearer header, and its 401 is passed on', async () => {
  await expired();
  await clearSession();

  await expect(fetchCourses()).rejects.toMatchObject({ name: 'ApiError', status: 401 });

  expect(network.sent.map(({ path, headers }) => [path, headers.get('Authorization')])).toEqual([['/courses/', null]]);
});
