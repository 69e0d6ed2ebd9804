/** Tests responses with only what the specification names: they are read, and what is missing stays unknown. */
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { authorize } from '@/api/authorize';
import { fetchInfo } from '@/api/info';
import { fetchMe } from '@/api/me';
import { fetchUsers } from '@/api/users';
import { signIn } from '@/device/session';
import { readSession, saveSession } from '@/session/session';

const network = useNetworkStub();
const API_HOST = 'https://api.example';
const session = { accessToken: 'a-token', tokenType: 'bearer', owner: { apiHost: API_HOST, userId: 'u1' } };

beforeEach(async () => {
  Object.assign(globalThis, { __API_HOST__: API_HOST });
  await saveSession(session);
});
afterEach(clearSession);

/** Returns what the app knows of an answer, without its unknown fields. */
const known = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

describe('the least answer of', () => {
  test.each<[string, string, unknown, () => Promise<unknown>]>([
    [
      'a sign-in',
      'POST /authorize',
      { access_token: 'a', token_type: 'bearer' },
      () => authorize({ username: 'u', password: 'p' }),
    ],
    ['the users', 'GET /users/', [{ id: 'u1' }], async () => (await fetchUsers()).items],
  ])('%s is read, and nothing is made up', async (_, call, answer, read) => {
    network.answer(call, 200, answer);

    expect(known(await read())).toEqual(answer);
  });

  test('the info is read as one without name and capabilities', async () => {
    network.answer('GET /info/', 200, {});

    expect(known(await fetchInfo())).toEqual({ abilities: [] });
  });
});

test.each([{ error: 'login required' }, { redirect: 'https://portal.example/login' }])(
  'the JSON %j of a portal is not read as an info without fields',
  async (body) => {
    network.answer('GET /info/', 200, body);

    await expect(fetchInfo()).rejects.toMatchObject({ gateway: 'portal' });
  },
);

describe('the current user of a server that sends only id and role', () => {
  beforeEach(() => {
    network.answer('POST /authorize', 200, { access_token: 'b-token', token_type: 'bearer' });
    network.answer('GET /me/', 200, { id: 7, role: 'student' });
  });

  test('the current user is called by the user name typed at sign-in', async () => {
    await clearSession();
    await signIn('hana', 'p');

    expect(await readSession()).toMatchObject({ accessToken: 'b-token', owner: { userId: '7' }, username: 'hana' });
    expect(await fetchMe()).toMatchObject({ id: '7', role: 'STUDENT', name: 'hana', username: 'hana' });
  });

  test('a sign-in of yesterday, without the typed user name, is still read', async () => {
    expect(await fetchMe()).toMatchObject({ id: '7', name: '–' });
  });

  test('a sign-in is refused with the name of the missing field when the user has no id', async () => {
    network.answer('GET /me/', 200, { role: 'STUDENT' });

    await expect(signIn('hana', 'p')).rejects.toMatchObject({
      schemaMismatch: 'サーバーの応答が想定と違います：me.id（なし）',
    });
    expect(await readSession()).toEqual(session);
  });
});
