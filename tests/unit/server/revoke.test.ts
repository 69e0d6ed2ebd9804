/** Tests POST /revoke: a sign-out ends the session on the server (RFC 7009). */
import { createAccessToken } from '@server/api/auth/access-token';
import { readSigningKey } from '@server/api/settings/keys';
import { describe, expect, test } from 'vitest';

import { guestMaker } from './support/guests';
import { useTestServer } from './support/test-server';

const server = useTestServer();
const makeUser = guestMaker(server);

interface Tokens {
  access_token: string;
  refresh_token: string;
}
const signIn = async ({ username, password }: Awaited<ReturnType<typeof makeUser>>): Promise<Tokens> =>
  (await server.signIn(username, password)).body;
const me = async (tokens: Tokens) => (await server.call('GET', '/api/v1/me/', { token: tokens.access_token })).status;
const refresh = async ({ refresh_token }: Tokens) =>
  (await server.call('POST', '/api/v1/token', { json: { refresh_token, grant_type: 'refresh_token' } })).status;
const revoke = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/v1/revoke', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });

test('GET /info/ lists the capability revoke', async () => {
  expect((await server.call('GET', '/api/v1/info/', { as: 'student' })).body.abilities).toContain('revoke');
});

test.each(['access_token', 'refresh_token'] as const)(
  'revoking the %s ends its whole session and no other',
  async (kind) => {
    const guest = await makeUser();
    const [here, there] = [await signIn(guest), await signIn(guest)];

    const { status, body, headers } = await revoke({ token: here[kind], token_type_hint: kind });

    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect([await me(here), await refresh(here)]).toEqual([401, 401]);
    expect([await me(there), await refresh(there)]).toEqual([200, 200]);
  },
);

test('revoking an expired access token ends its session', async () => {
  const tokens = await signIn(await makeUser());
  const [, payload = ''] = tokens.access_token.split('.');
  const { sub, sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const key = await readSigningKey(server.database);
  await revoke({ token: await createAccessToken(sub, sid, -1, key) });

  expect(await refresh(tokens)).toBe(401);
});

test('revocation ignores a wrong or unknown token_type_hint', async () => {
  const tokens = await signIn(await makeUser());
  await revoke({ token: tokens.refresh_token, token_type_hint: 'something-else' });

  expect(await me(tokens)).toBe(401);
});

describe('an invalid token', () => {
  test('revoking an invalid token answers 200 and ends nothing', async () => {
    const tokens = await signIn(await makeUser());
    const [head = '', payload = ''] = tokens.access_token.split('.');
    const foreign = await createAccessToken('user-admin', 'x', 10, 'another key');
    for (const token of ['x', '..', `${head}.${payload}.${'A'.repeat(43)}`, foreign, 'x'.repeat(9000), '\0', '𠮷']) {
      expect((await revoke({ token })).status).toBe(200);
    }

    expect([await me(tokens), await refresh(tokens)]).toEqual([200, 200]);
  });

  test('revocation without a token is answered 422', async () => {
    const tokens = await signIn(await makeUser());
    // The bearer header identifies the caller, not the token to revoke.
    const refused = await revoke({}, { Authorization: `Bearer ${tokens.access_token}` });

    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([{ path: 'token', message: '入力してください。' }]);
    expect(await me(tokens)).toBe(200);
  });
});

test('revoking the same token twice answers 200 twice', async () => {
  const tokens = await signIn(await makeUser());

  expect((await revoke({ token: tokens.refresh_token })).status).toBe(200);
  expect((await revoke({ token: tokens.refresh_token })).status).toBe(200);
});
