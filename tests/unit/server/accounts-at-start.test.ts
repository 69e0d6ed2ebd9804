/** Tests accounts after a start: refused or removed demo accounts, and the configured admin. */
import { type Config, readConfig } from '@server/config';
import { prepareDatabase } from '@server/db/prepare-database';
import { fillDatabase } from '@server/first-data/fill-database';
import { startTestServer, type TestServer } from '@tests/support/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const admin = { username: 'boss', password: 'long-enough-word' };
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

/** Runs a start's changes on the existing database. @returns the printed sentences. */
function start(options: Partial<Config>): Promise<string[]> {
  const config = { ...readConfig({}), ...options };
  return prepareDatabase(server.database, (transaction) => fillDatabase(transaction, config));
}

async function signIn(username: string, password: string): Promise<{ status: number; token: string }> {
  const { status, body } = await server.signIn(username, password);
  return { status, token: body.access_token };
}

describe('DEMO=off over a folder with demo data', () => {
  test('DEMO=off on demo data is refused with a line that names accounts and DEMO=remove', async () => {
    const starting = start({ demo: false, admin });

    await expect(starting).rejects.toThrow(/^DEMO: [^\n]*など24人[^\n]*DEMO=remove[^\n]*。$/);
  });

  test('a refused start changes nothing: demo logins work, and no admin is created', async () => {
    await expect(start({ demo: false, admin })).rejects.toThrow('DEMO=remove');

    expect((await signIn('student', 'demo-password')).status).toBe(200);
    expect((await signIn(admin.username, admin.password)).status).toBe(401);
  });

  test('DEMO=off starts once no account has the published password', async () => {
    await start({ demo: false, removesDemoPeople: true, admin });

    expect(await start({ demo: false })).toEqual([]);
  });
});

describe('DEMO=remove', () => {
  test('DEMO=remove deletes demo accounts, prints their number, and keeps courses and other accounts', async () => {
    const news = await start({ demo: false, removesDemoPeople: true, admin });
    const { token } = await signIn(admin.username, admin.password);

    expect(news).toEqual([expect.stringContaining('boss を登録'), expect.stringContaining('24人を削除')]);
    expect((await signIn('admin', 'demo-password')).status).toBe(401);
    const [people, courses] = await Promise.all(
      ['users', 'courses'].map((resource) => server.call('GET', `/api/v1/${resource}/`, { token })),
    );
    expect(people?.body).toMatchObject({ total: 1, items: [{ username: 'boss' }] });
    expect(courses?.body).toMatchObject({ total: 4 });
  });

  test('DEMO=remove keeps demo accounts with a changed password', async () => {
    await start({ admin: { username: 'admin', password: admin.password } });

    const news = await start({ demo: false, removesDemoPeople: true });

    expect(news).toEqual([expect.stringContaining('23人を削除')]);
    expect((await signIn('admin', admin.password)).status).toBe(200);
  });

  test('DEMO=remove is refused if no admin would remain, and deletes no account', async () => {
    await expect(start({ demo: false, removesDemoPeople: true })).rejects.toThrow(
      /^ADMIN_USERNAME と ADMIN_PASSWORD: /,
    );

    expect((await signIn('admin', 'demo-password')).status).toBe(200);
  });

  test('DEMO=remove does nothing and prints nothing the second time', async () => {
    await start({ demo: false, removesDemoPeople: true, admin });

    expect(await start({ demo: false, removesDemoPeople: true, admin })).toEqual([]);
  });
});

describe('ADMIN_USERNAME and ADMIN_PASSWORD on an existing database', () => {
  test('ADMIN_USERNAME creates the admin, and prints it once', async () => {
    expect(await start({ admin })).toEqual(['ADMIN_USERNAME: 管理者 boss を登録しました。']);
    const { token } = await signIn(admin.username, admin.password);
    const me = await server.call('GET', '/api/v1/me/', { token });
    expect(me.body).toMatchObject({ role: 'ADMIN', active: true });

    expect(await start({ admin })).toEqual([]);
  });

  test('ADMIN_USERNAME restores role, active state and password of an admin, and ends sessions of the old password', async () => {
    await start({ admin });
    const { token } = await signIn(admin.username, admin.password);
    const { body: me } = await server.call('GET', '/api/v1/me/', { token });
    const json = { role: 'STUDENT', password: 'other-word-of-mine' };
    expect((await server.call('PATCH', `/api/v1/users/${me.id}`, { as: 'admin', json })).status).toBe(200);
    const other = await signIn(admin.username, json.password);
    await server.call('PATCH', `/api/v1/users/${me.id}`, { as: 'admin', json: { active: false } });

    const news = await start({ admin: { ...admin, username: 'BOSS' } });

    expect(news).toEqual(['ADMIN_USERNAME: boss を管理者に戻しました（役割、利用停止、パスワード）。']);
    expect((await signIn('boss', admin.password)).status).toBe(200);
    expect((await signIn('boss', json.password)).status).toBe(401);
    expect((await server.call('GET', '/api/v1/me/', { token: other.token })).status).toBe(401);
  });
});
