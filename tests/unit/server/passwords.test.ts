/** Tests setting passwords: refusals, who may set whose, and older passwords that still work. */
import { passwordFault } from '@server/api/auth/password-rules';
import { hashPassword } from '@server/api/auth/passwords';
import { DEMO_PASSWORD } from '@server/demo/people';
import { ensureAdmin } from '@server/first-data/fill-database';
import { startTestServer } from '@tests/support/server';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { makePassword } from '@/study/people/make-password';

import { guestMaker } from './support/guests';
import { useTestServer } from './support/test-server';

const server = useTestServer();
const makeUser = guestMaker(server);

const ZERO_WIDTH = '\u200B';
const easy = [
  ['password', 'guest'],
  ['PassWord', 'guest'],
  ['ｐａｓｓｗｏｒｄ', 'guest'],
  [`pass${ZERO_WIDTH}word`, 'guest'],
  ['pass word', 'guest'],
  ['12345678', 'guest'],
  ['１２３４５６７８', 'guest'],
  ['        ', 'guest'],
  ['　　　　　　　　', 'guest'],
  [ZERO_WIDTH.repeat(8), 'guest'],
  [`short${ZERO_WIDTH.repeat(3)}`, 'guest'],
  ['\u3164'.repeat(8), 'guest'],
  ['\u2800'.repeat(8), 'guest'],
  ['\u{E0061}'.repeat(4), 'guest'],
  ['😀😀😀😀', 'guest'],
  ['aaaaaaaa', 'guest'],
  ['qwertyuiop', 'guest'],
  ['sakurasakura', 'guest'],
  ['パスワードパスワード', 'guest'],
  ['guest-name-1', 'guest-name-1'],
  ['Guest-Name-1', 'guest-name-1'],
] as const;
const good = [
  'made-for-her',
  'correct horse battery',
  'ひらがなとかんじ',
  '😀😁😂🤣😃😄😅😆',
  'p4ssw0rd-of-mine',
  DEMO_PASSWORD,
];

describe('a password that is set', () => {
  test.each(easy)('the password %j is refused for %s', (password, username) => {
    expect(passwordFault(password, username)).toBeDefined();
  });

  test.each(good)('the password %j is accepted', (password) => {
    expect(passwordFault(password, 'guest')).toBeUndefined();
  });

  test('every password that the app generates is accepted', () => {
    for (let time = 0; time < 200; time += 1) expect(passwordFault(makePassword(), 'guest')).toBeUndefined();
  });

  test('a bad password is refused with its field, for new and existing users', async () => {
    const guest = await makeUser();
    const person = { username: 'weak-user', name: '弱', role: 'STUDENT', password: 'password' };
    const created = await server.call('POST', '/api/v1/users/', { as: 'admin', json: person });
    const json = { password: guest.username.padEnd(8, '0'), username: guest.username.padEnd(8, '0') };
    const changed = await server.call('PATCH', `/api/v1/users/${guest.id}`, { as: 'admin', json });

    for (const { status, body } of [created, changed]) {
      expect(status).toBe(422);
      expect(body.errors).toEqual([{ path: 'password', message: expect.any(String) }]);
    }
    expect((await server.signIn(guest.username, guest.password)).status).toBe(200);
  });

  test('invisible characters do not count in the rules, but are part of the password', async () => {
    const guest = await makeUser();
    const password = `long${ZERO_WIDTH}enough word`;
    const change = await server.call('PATCH', `/api/v1/users/${guest.id}`, { as: 'admin', json: { password } });

    expect(change.status).toBe(200);
    expect((await server.signIn(guest.username, password)).status).toBe(200);
    expect((await server.signIn(guest.username, password.replace(ZERO_WIDTH, ''))).status).toBe(401);
  });
});

test.each(['password', '        ', ZERO_WIDTH.repeat(8), 'short'])(
  'an older password like %j still works',
  async (old) => {
    const guest = await makeUser();
    const hash = await hashPassword(old);
    await server.database.execute(sql`update users set password_hash = ${hash} where id = ${guest.id}`);

    expect((await server.signIn(guest.username, old)).status).toBe(200);
  },
);

describe('the own password', () => {
  const change = async (username: string, password: string, json: object) => {
    const { body } = await server.signIn(username, password);
    const me = await server.call('GET', '/api/v1/me/', { token: body.access_token });
    return server.call('PATCH', `/api/v1/users/${me.body.id}`, { token: body.access_token, json });
  };

  test.each(['STUDENT', 'STAFF', 'TEACHER', 'ADMIN'])(
    'a %s must give the current password to change their own',
    async (role) => {
      const guest = await makeUser(role);
      const password = 'second-password';
      const without = await change(guest.username, guest.password, { password });
      const empty = await change(guest.username, guest.password, { password, currentPassword: '' });
      const wrong = await change(guest.username, guest.password, { password, currentPassword: 'not-the-password' });
      expect(without).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('現在のパスワードも必要です') },
      });
      for (const { status, body } of [without, empty, wrong]) {
        expect(status).toBe(422);
        expect(body.errors).toEqual([{ path: 'currentPassword', message: expect.any(String) }]);
      }
      expect((await server.signIn(guest.username, guest.password)).status).toBe(200);

      expect(await change(guest.username, guest.password, { password, currentPassword: guest.password })).toMatchObject(
        {
          status: 200,
        },
      );
      expect((await server.signIn(guest.username, password)).status).toBe(200);
    },
  );

  test('ten wrong current passwords throttle the change of a password, also with the right one', async () => {
    const guest = await makeUser();
    const { body } = await server.signIn(guest.username, guest.password);
    const attempt = (currentPassword: string) =>
      server.call('PATCH', `/api/v1/users/${guest.id}`, {
        token: body.access_token,
        json: { password: 'second-password', currentPassword },
      });
    for (let time = 0; time < 10; time += 1) expect((await attempt('wrong-password')).status).toBe(422);

    expect((await attempt(guest.password)).status).toBe(429);
    expect((await server.signIn(guest.username, guest.password)).status).toBe(429);
  });

  test('changing other fields or resetting another user’s password needs no current password', async () => {
    const guest = await makeUser();
    expect((await change(guest.username, guest.password, { name: '改 名' })).status).toBe(200);
    const json = { password: 'second-password' };

    for (const as of ['teacher', 'admin']) {
      expect((await server.call('PATCH', `/api/v1/users/${guest.id}`, { as, json })).status).toBe(200);
    }
  });

  test('GET /info/ lists the capability current-password', async () => {
    expect((await server.call('GET', '/api/v1/info/', { as: 'student' })).body.abilities).toContain('current-password');
  });
});

describe('ADMIN_PASSWORD', () => {
  test('an easy ADMIN_PASSWORD is refused at the first start', async () => {
    const admin = { username: 'boss', password: 'password' };

    await expect(startTestServer({ demo: false, admin })).rejects.toThrow(/^ADMIN_PASSWORD: /);
  });

  test('an easy ADMIN_PASSWORD is accepted if the admin already has it; another easy one is refused', async () => {
    const { id, username } = await makeUser('ADMIN');
    const hash = await hashPassword('password');
    await server.database.execute(sql`update users set password_hash = ${hash} where id = ${id}`);

    expect(await ensureAdmin(server.database, { username, password: 'password' })).toEqual([]);
    await expect(ensureAdmin(server.database, { username, password: '12345678' })).rejects.toThrow(/^ADMIN_PASSWORD: /);
  });
});
