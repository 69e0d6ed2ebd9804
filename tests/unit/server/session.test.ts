/** Tests signing in, refreshing tokens, and the end of sessions. */
import { createAccessToken } from '@server/api/auth/access-token';
import { readSigningKey } from '@server/api/settings/keys';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { loginTokenSchema, tokenSchema } from '@/api/authorize';

import { guestMaker } from './support/guests';
import { useTestServer } from './support/test-server';

const server = useTestServer();
const makeUser = guestMaker(server);

const refresh = (token: string) => {
  return server.call('POST', '/api/v1/token', { json: { refresh_token: token, grant_type: 'refresh_token' } });
};
const me = (token: string) => server.call('GET', '/api/v1/me/', { token });

describe('signing in', () => {
  test('signing in answers access token, type and refresh token only', async () => {
    const { status, body, headers } = await server.signIn('student');

    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['access_token', 'refresh_token', 'token_type']);
    expect(loginTokenSchema.safeParse(body).success).toBe(true);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test('the sign-in accepts the user name in capitals, as phones type it', async () => {
    expect((await server.signIn('Student')).status).toBe(200);
  });

  test('signing in ignores the optional fields of the specification', async () => {
    const fields = {
      username: 'student',
      password: 'demo-password',
      grant_type: 'password',
      scope: '',
      client_id: 'x',
      client_secret: 'y',
    };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' };
    const body = new URLSearchParams(fields).toString();

    expect((await server.call('POST', '/api/v1/authorize', { body, headers })).status).toBe(200);
  });

  test('the sign-in answers the same for a wrong password and an unknown user', async () => {
    const wrong = await server.signIn('teacher', 'wrong-password');
    const unknown = await server.signIn('nobody-knows', 'wrong-password');

    expect(wrong.status).toBe(401);
    expect(unknown).toMatchObject({ status: 401, body: wrong.body });
  });

  test('the sign-in names each missing field', async () => {
    const { status, body } = await server.signIn('', '');

    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { path: 'username', message: '入力してください。' },
      { path: 'password', message: '入力してください。' },
    ]);
  });

  test('the sign-in refuses a repeated field, and names the size limit of forms', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const post = (body: string) => server.call('POST', '/api/v1/authorize', { body, headers });

    expect(await post('username=student&password=demo-password&username=admin')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'username', message: '同じ項目が2回送られています。' }] },
    });
    expect(await post(`username=${'x'.repeat(17_000)}`)).toMatchObject({
      status: 413,
      body: { detail: '送れるサイズは16 kBまでです。' },
    });
  });

  test('POST /authorize accepts only forms', async () => {
    const json = { username: 'student', password: 'demo-password' };

    expect((await server.call('POST', '/api/v1/authorize', { json })).status).toBe(415);
  });
});

describe('tokens', () => {
  test('a refresh token gives new access tokens repeatedly, and is not replaced (no rotation)', async () => {
    const { body } = await server.signIn('student');
    for (let time = 0; time < 2; time += 1) {
      const renewed = await refresh(body.refresh_token);

      expect(renewed.status).toBe(200);
      expect(Object.keys(renewed.body).toSorted()).toEqual(['access_token', 'token_type']);
      expect(tokenSchema.safeParse(renewed.body).success).toBe(true);
      expect((await me(renewed.body.access_token)).status).toBe(200);
    }
  });

  test.each([
    ['an unknown one', { refresh_token: 'x', grant_type: 'refresh_token' }, 401],
    ['none', { grant_type: 'refresh_token' }, 422],
    ['another grant type', { refresh_token: 'x', grant_type: 'password' }, 422],
  ])('a refresh with %s is refused', async (_name, json, status) => {
    expect((await server.call('POST', '/api/v1/token', { json })).status).toBe(status);
  });

  test('a refresh token works for 30 days', async () => {
    const guest = await makeUser();
    const { body } = await server.signIn(guest.username, guest.password);
    const passDays = (days: number) =>
      server.database.execute(
        sql`update sessions set expires_at = expires_at - make_interval(days => ${days}) where user_id = ${guest.id}`,
      );

    await passDays(29);
    expect((await refresh(body.refresh_token)).status).toBe(200);
    await passDays(1);
    expect((await refresh(body.refresh_token)).status).toBe(401);
  });

  test('an access token is not a refresh token, nor the other way round', async () => {
    const { body } = await server.signIn('student');

    expect((await refresh(body.access_token)).status).toBe(401);
    expect((await me(body.refresh_token)).status).toBe(401);
  });

  test('an expired access token is refused', async () => {
    const [, payload = ''] = (await server.login('student')).split('.');
    const { sub, sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const key = await readSigningKey(server.database);
    const expired = await me(await createAccessToken(sub, sid, -1, key));

    expect(expired.status).toBe(401);
    expect(expired.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect((await me(await createAccessToken(sub, sid, 1, key))).status).toBe(200);
  });

  test('a token with a foreign or no signature is refused', async () => {
    const [, payload] = (await server.login('admin')).split('.');
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    const forged = `${part({ alg: 'HS256', typ: 'JWT' })}.${payload}.${Buffer.alloc(32).toString('base64url')}`;

    for (const token of [unsigned, forged, 'x', 'a.b.c']) expect((await me(token)).status).toBe(401);
  });

  test('only hashes of refresh tokens and passwords are stored', async () => {
    const { body } = await server.signIn('student');
    const stored = await server.database.execute(
      sql`select s::text || u::text as text from sessions s join users u on u.id = s.user_id`,
    );
    const text = JSON.stringify((stored as unknown as { rows: unknown[] }).rows);

    expect(text).not.toContain(body.refresh_token);
    expect(text).not.toContain('demo-password');
    expect(text).toContain('scrypt$');
  });
});

describe('being signed out', () => {
  test('suspending a user ends their sessions at once, and signing in answers the reason', async () => {
    const guest = await makeUser();
    const { body: tokens } = await server.signIn(guest.username, guest.password);
    await server.call('PATCH', `/api/v1/users/${guest.id}`, { as: 'teacher', json: { active: false } });

    expect((await me(tokens.access_token)).status).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
    const again = await server.signIn(guest.username, guest.password);
    expect(again.status).toBe(403);
    expect(again.body.detail).toBe('このアカウントは停止されています。担当者にお問い合わせください。');
    expect((await server.signIn(guest.username, 'wrong-password')).status).toBe(401);
  });

  test('a reactivated user must sign in again', async () => {
    const guest = await makeUser();
    const { body: tokens } = await server.signIn(guest.username, guest.password);
    for (const active of [false, true]) {
      await server.call('PATCH', `/api/v1/users/${guest.id}`, { as: 'teacher', json: { active } });
    }

    expect((await refresh(tokens.refresh_token)).status).toBe(401);
    expect((await server.signIn(guest.username, guest.password)).status).toBe(200);
  });

  test('deleting a user ends their sessions at once', async () => {
    const guest = await makeUser();
    const { body: tokens } = await server.signIn(guest.username, guest.password);
    await server.call('DELETE', `/api/v1/users/${guest.id}`, { as: 'teacher' });

    expect((await me(tokens.access_token)).status).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
    expect((await server.signIn(guest.username, guest.password)).status).toBe(401);
  });

  test('changing the own password ends all other sessions', async () => {
    const guest = await makeUser();
    const { body: here } = await server.signIn(guest.username, guest.password);
    const { body: there } = await server.signIn(guest.username, guest.password);
    const json = { password: 'second-password', currentPassword: guest.password };
    expect((await server.call('PATCH', `/api/v1/users/${guest.id}`, { token: here.access_token, json })).status).toBe(
      200,
    );

    expect((await me(here.access_token)).status).toBe(200);
    expect((await refresh(here.refresh_token)).status).toBe(200);
    expect((await me(there.access_token)).status).toBe(401);
    expect((await refresh(there.refresh_token)).status).toBe(401);
    expect((await server.signIn(guest.username, guest.password)).status).toBe(401);
    expect((await server.signIn(guest.username, 'second-password')).status).toBe(200);
  });

  test('a password set by another user ends all sessions', async () => {
    const guest = await makeUser();
    const { body: tokens } = await server.signIn(guest.username, guest.password);
    await server.call('PATCH', `/api/v1/users/${guest.id}`, { as: 'admin', json: { password: 'second-password' } });

    expect((await refresh(tokens.refresh_token)).status).toBe(401);
  });

  test('a changed role applies from the next call', async () => {
    const guest = await makeUser('TEACHER');
    const { body: tokens } = await server.signIn(guest.username, guest.password);
    const list = () => server.call('GET', '/api/v1/companies/', { token: tokens.access_token });
    expect((await list()).status).toBe(200);
    await server.call('PATCH', `/api/v1/users/${guest.id}`, { as: 'admin', json: { role: 'STUDENT' } });

    expect((await list()).status).toBe(403);
  });

  test('sessions survive a restart of the server', async () => {
    const { body: tokens } = await server.signIn('student');
    await server.pause();
    await server.resume();

    expect((await me(tokens.access_token)).status).toBe(200);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });
});
