/** Tests the server process: crashes, refused starts, and stopping. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { LIMIT_MS, signIn, useProcesses } from './support/processes';

const { makeFolder, makeDataFolder, start } = useProcesses();

async function post(url: string, token: string, json: unknown) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(json) });
}

test(
  'a killed server loses no acknowledged write and no session',
  async () => {
    const DATA_DIR = await makeDataFolder();
    const first = await start({ DATA_DIR });
    const origin = await first.origin;
    const { access_token: token } = await signIn(origin);
    const acknowledged: string[] = [];
    const writing = (async () => {
      for (let index = 0; ; index += 1) {
        const name = `会社 ${index}`;
        const response = await post(`${origin}/api/v1/companies/`, token, { name });
        if (response.status === 201) acknowledged.push(name);
        if (acknowledged.length === 20) first.child.kill('SIGKILL');
      }
    })();
    await expect(writing).rejects.toThrow();
    await first.exited;

    const second = await start({ DATA_DIR });
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${await second.origin}/api/v1/companies/?size=200`, { headers });
    const { items } = (await response.json()) as { items: { name: string }[] };

    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
    expect(items.map((company) => company.name)).toEqual(expect.arrayContaining(acknowledged));
  },
  LIMIT_MS,
);
describe('one clear line and exit code 1', () => {
  async function expectRefusal(env: Record<string, string>, line: RegExp) {
    const server = await start(env);

    expect(await server.exited).toBe(1);
    expect(server.stderr().trim()).toMatch(line);
    expect(server.stderr().trim().split('\n')).toHaveLength(1);
    expect(server.stdout()).toBe('');
  }

  test(
    'an invalid variable ends the start with one line',
    () => expectRefusal({ PORT: 'eighty' }, /^PORT: .*eighty/),
    LIMIT_MS,
  );

  test(
    'a data folder that is not writable ends the start with one line',
    async () => {
      const file = join(makeFolder(), 'file');
      writeFileSync(file, '');

      await expectRefusal({ DATA_DIR: join(file, 'data') }, /^DATA_DIR: .*書き込めません/);
    },
    LIMIT_MS,
  );

  test(
    'a data folder in use ends the start with one line, also by another path',
    async () => {
      const DATA_DIR = await makeDataFolder();
      await (
        await start({ DATA_DIR })
      ).origin;

      await expectRefusal(
        { DATA_DIR: join(DATA_DIR, '..', DATA_DIR.split('/').at(-1) ?? '') },
        /^DATA_DIR: 別のサーバー/,
      );
    },
    LIMIT_MS,
  );

  test(
    'a taken port ends the start with one line',
    async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
      const { port } = other.address() as { port: number };
      await expectRefusal({ DATA_DIR: await makeDataFolder(), PORT: String(port) }, new RegExp(`^PORT: ${port} `));
      other.close();
    },
    LIMIT_MS,
  );

  test(
    'an unreachable database ends the start with one line, without its password',
    async () => {
      await expectRefusal(
        { DATABASE_URL: 'postgres://user:secret-word@127.0.0.1:9/none' },
        /^DATABASE_URL: (?!.*secret-word).*接続できません/,
      );
    },
    LIMIT_MS,
  );

  test(
    'a start without any admin ends with one line',
    async () => {
      await expectRefusal({ DATA_DIR: makeFolder(), DEMO: 'off' }, /^ADMIN_USERNAME と ADMIN_PASSWORD: /);
    },
    LIMIT_MS,
  );
});

describe('a start', () => {
  test(
    'a start with DEMO=off creates the one admin and no demo',
    async () => {
      const server = await start({
        DATA_DIR: makeFolder(),
        DEMO: 'off',
        ADMIN_USERNAME: 'boss',
        ADMIN_PASSWORD: 'long-enough',
      });
      const origin = await server.origin;
      const { access_token: token } = await signIn(origin, 'boss', 'long-enough');
      const response = await fetch(`${origin}/api/v1/users/`, { headers: { Authorization: `Bearer ${token}` } });

      expect(await response.json()).toMatchObject({ total: 1, items: [{ username: 'boss', role: 'ADMIN' }] });
      expect(server.stdout()).not.toContain('demo-password');
      await expect(signIn(origin, 'admin')).rejects.toThrow('401');
    },
    LIMIT_MS,
  );
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the signal %s ends the server with exit code 0, although a connection is open',
  async (signal) => {
    const server = await start({ DATA_DIR: await makeDataFolder(), APP_DIR: '/nothing' });
    const response = await fetch(`${await server.origin}/healthz`, { headers: { Connection: 'keep-alive' } });
    await response.text();
    server.child.kill(signal);

    expect(await server.exited).toBe(0);
    expect(server.stderr()).toBe('');
  },
  LIMIT_MS,
);
