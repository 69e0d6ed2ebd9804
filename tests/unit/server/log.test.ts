/** Tests the output of the server process: address, requests, stop; as plain lines and as JSON. */
import { expect, test } from 'vitest';

import packageJson from '../../../package.json' with { type: 'json' };
import { LIMIT_MS, signIn, useProcesses } from './support/processes';

const { makeDataFolder, makeFolder, start } = useProcesses();

test(
  'LOG=on prints the address and the demo logins, and no secret',
  async () => {
    const server = await start({ DATA_DIR: await makeDataFolder() });
    const origin = await server.origin;
    const { access_token: token } = await signIn(origin);
    await fetch(`${origin}/api/v1/me/?token=${token}`, { headers: { Authorization: `Bearer ${token}` } });
    await fetch(`${origin}/lessons/%0a%1b[31mforged`);
    server.child.kill('SIGTERM');
    await server.exited;
    const [address, logins, ...log] = server.stdout().trim().split('\n');

    expect(address).toBe(`まなびば ${packageJson.version}: ${origin}`);
    for (const name of ['student', 'staff', 'teacher', 'admin', 'demo-password']) expect(logins).toContain(name);
    expect(log).toEqual([
      expect.stringMatching(/^\S+ [0-9a-f]{8} POST \/api\/v1\/authorize 200 \d+ms -$/),
      expect.stringMatching(/^\S+ [0-9a-f]{8} GET \/api\/v1\/me\/? 200 \d+ms user-teacher$/),
      expect.stringMatching(/^\S+ [0-9a-f]{8} GET \/lessons\/%\S+ \d{3} \d+ms -$/),
      expect.stringMatching(/^\S+ 停止します（SIGTERM）。$/),
      expect.stringMatching(/^\S+ 停止しました。$/),
    ]);
    expect(log.join()).not.toContain(token);
  },
  LIMIT_MS,
);

test(
  'LOG=json prints one object per line from start to stop, without secrets',
  async () => {
    const server = await start({ DATA_DIR: await makeDataFolder(), LOG: 'json' });
    const origin = await server.origin;
    const { access_token: token } = await signIn(origin);
    const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': 'edge-17' };
    await fetch(`${origin}/api/v1/me/?token=${token}`, { headers });
    server.child.kill('SIGTERM');
    await server.exited;
    const lines = server.stdout().trim().split('\n');
    const objects = lines.map((line) => JSON.parse(line) as Record<string, unknown>);

    expect(objects).toMatchObject([
      { level: 'info', version: packageJson.version, origin },
      { method: 'POST', path: '/api/v1/authorize', status: 200, actorId: '-' },
      {
        requestId: 'edge-17',
        method: 'GET',
        path: expect.stringMatching(/^\/api\/v1\/me\/?$/),
        status: 200,
        actorId: 'user-teacher',
      },
      { level: 'info', signal: 'SIGTERM' },
      { level: 'info', message: '停止しました。' },
    ]);
    for (const { time } of objects) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\S+Z$/);
    expect(server.stdout()).not.toContain(token);
    expect(server.stdout()).not.toContain('demo-password');
    expect(server.stderr()).toBe('');
  },
  LIMIT_MS,
);

test.each([
  ['a bad variable', { PORT: 'x' }, 'PORT: 「x」は使えません。正しい数を指定してください。'],
  ['two that contradict each other', { BACKUP_EVERY: '1d' }, 'BACKUP_EVERY: BACKUP_DIR も指定してください。'],
  ['an unreachable database', { DATABASE_URL: 'postgres://localhost:1/none' }, expect.stringMatching(/^DATABASE_URL/)],
])(
  'LOG=json prints one object when %s ends the start',
  async (_, env, message) => {
    const server = await start({ DATA_DIR: makeFolder(), LOG: 'json', ...env });
    expect(await server.exited).toBe(1);
    expect(server.stdout()).toBe('');
    expect(JSON.parse(server.stderr())).toEqual({ time: expect.any(String), level: 'error', message });
  },
  LIMIT_MS,
);

test(
  'the server prints no demo logins at its start if the app was built for another API',
  async () => {
    const server = await start({ DATA_DIR: await makeDataFolder(), API_HOST: 'https://api.example.com' });
    await server.origin;
    server.child.kill('SIGTERM');
    await server.exited;

    expect(server.stdout()).toContain('API_HOST: アプリは https://api.example.com につながります。');
    expect(server.stdout()).not.toContain('demo-password');
  },
  LIMIT_MS,
);
