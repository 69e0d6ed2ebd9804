// @vitest-environment jsdom
/**
 * Tests that sign-out revokes the session on servers with the capability `revoke`: by one attempt, for which the
 * sign-out does not wait.
 */
import { useTripServer } from '@tests/support/demo';
import { beforeEach, expect, test, vi } from 'vitest';

import { refreshToken } from '@/api/authorize';
import { fetchInfo } from '@/api/info';
import { fetchOwner } from '@/api/me';
import { signIn } from '@/device/session';
import { type Leaving, signOut } from '@/device/sign-out';
import { apiHost } from '@/session/api-host';
import { ownerKey, readSession } from '@/session/session';

const realFetch = globalThis.fetch;
const student2 = () => ownerKey({ apiHost: apiHost(), userId: 'user-student2' });
/** The POST /revoke requests that the app has sent, in order. */
const revoked: RequestInit[] = [];
const bodyOf = (init: RequestInit) => (init.body as URLSearchParams).toString();
let answerRevoke: () => Promise<Response> | undefined;

beforeEach(async () => {
  await useTripServer();
  revoked.length = 0;
  answerRevoke = () => undefined;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init = {}) => {
    if (!(input as string).endsWith('/revoke')) return realFetch(input, init);
    revoked.push(init);
    return answerRevoke() ?? realFetch(input, init);
  });
});

/** Signs in, reads the server's capabilities, and returns the stored session. */
async function enter() {
  await signIn('student2', 'demo-password');
  await fetchInfo();
  const { accessToken, tokenType } = (await readSession()) ?? expect.fail();
  return { tokens: { accessToken, tokenType }, refresh: sessionStorage.getItem('refresh_token') ?? expect.fail() };
}

type Entered = Awaited<ReturnType<typeof enter>>;
const refused = { name: 'ApiError', status: 401 };
async function expectEnded({ tokens, refresh }: Entered): Promise<void> {
  await vi.waitFor(() => expect(fetchOwner(tokens)).rejects.toMatchObject(refused));
  await expect(refreshToken(refresh)).rejects.toMatchObject(refused);
}

test.each(['keep', 'discard'] satisfies Leaving[])('signing out (%s) revokes both tokens', async (leaving) => {
  const entered = await enter();

  await signOut(student2(), leaving);

  await expectEnded(entered);
  expect(revoked.map(bodyOf)).toEqual([`token=${entered.refresh}&token_type_hint=refresh_token`]);
  expect(revoked[0]).toMatchObject({ method: 'POST', keepalive: true });
  expect(new Headers(revoked[0]?.headers).get('Authorization')).toBeNull();
});

test('a tab without the refresh token revokes the session by its access token', async () => {
  const entered = await enter();
  sessionStorage.clear();

  await signOut(student2(), 'keep');

  await expectEnded(entered);
  const sent = `token=${entered.tokens.accessToken}&token_type_hint=access_token`;
  expect(revoked.map(bodyOf)).toEqual([sent]);
});

test('a server that never answers does not delay the sign-out', async () => {
  await enter();
  answerRevoke = () => new Promise(() => undefined);

  await signOut(student2(), 'keep');

  expect(revoked).toHaveLength(1);
  expect(await readSession()).toBeUndefined();
});

test('without a network the sign-out deletes the tokens and does not retry the revocation', async () => {
  await enter();
  answerRevoke = () => Promise.reject(new TypeError('fetch failed'));

  await signOut(student2(), 'discard');

  expect(revoked).toHaveLength(1);
  expect(await readSession()).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test('a server without the capability `revoke` gets no revocation', async () => {
  await signIn('student2', 'demo-password');

  await signOut(student2(), 'keep');

  expect(revoked).toEqual([]);
});
