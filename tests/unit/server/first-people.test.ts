/** Who may sign in after a start: nobody of the demo where there is none, and the admin that is named. */
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

/** What a start with these variables does to the database that is there; answers what it says. */
function start(options: Partial<Config>): Promise<string[]> {
  const config = { ...readConfig({}), ...options };
  return prepareDatabase(server.database, (transaction) => fillDatabase(transaction, config));
}

async function signIn(username: string, password: string): Promise<{ status: number; token: string }> {
  const { status, body } = await server.signIn(username, password);
  return { status, token: body.access_token };
}

describe('DEMO=off over a folder with demo data', () => {
  test('is refused in one line that names people and the setting that removes them', async () => {
    const starting = start({ demo: false, admin });

    await expect(starting).rejects.toThrow(/^DEMO: [^\n]*など24人[^\n]*DEMO=remove[^\n]*。$/);
  });

  test('leaves the folder as it was: the demo goes on, and no admin was made', async () => {
    await expect(start({ demo: false, admin })).rejects.toThrow('DEMO=remove');

    expect((await signIn('student', 'demo-password')).status).toBe(200);
    expect((await signIn(admin.username, admin.password)).status).toBe(401);
  });

  test('starts once nobody can sign in with the published password any more', async () => {
    await start({ demo: false, removesDemoPeople: true, admin });

    expect(await start({ demo: false })).toEqual([]);
  });
});

describe('DEMO=remove', () => {
  test('removes the people of the demo, says how many, and leaves courses and everybody else', async () => {
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

  test('leaves those who were given a password of their own', async () => {
    await start({ admin: { username: 'admin', password: admin.password } });

    const news = await start({ demo: false, removesDemoPeople: true });

    expect(news).toEqual([expect.stringContaining('23人を削除')]);
    expect((await signIn('admin', admin.password)).status).toBe(200);
  });

  test('is refused where no admin would be left, and removes nobody', async () => {
    await expect(start({ demo: false, removesDemoPeople: true })).rejects.toThrow(
      /^ADMIN_USERNAME と ADMIN_PASSWORD: /,
    );

    expect((await signIn('admin', 'demo-password')).status).toBe(200);
  });

  test('has nothing to do or to say the second time', async () => {
    await start({ demo: false, removesDemoPeople: true, admin });

    expect(await start({ demo: false, removesDemoPeople: true, admin })).toEqual([]);
  });
});

describe('ADMIN_USERNAME and ADMIN_PASSWORD on a database that is there', () => {
  test('make the admin, and say so once', async () => {
    expect(await start({ admin })).toEqual(['ADMIN_USERNAME: 管理者 boss を登録しました。']);
    const { token } = await signIn(admin.username, admin.password);
    const me = await server.call('GET', '/api/v1/me/', { token });
    expect(me.body).toMatchObject({ role: 'ADMIN', active: true });

    expect(await start({ admin })).toEqual([]);
  });

  test('restore a role, an account that was suspended and a password; who came in by the old one is out', async () => {
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
