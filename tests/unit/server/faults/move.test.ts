/**
 * Tests `npm run move`: copies an embedded database into a PostgreSQL, continues after interruptions, and refuses other
 * data.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { countWrongReads } from '@server/api/study/read-counts';
import { readConfig } from '@server/config';
import { lockDataFolder } from '@server/db/data-lock';
import { readCounts } from '@server/db/schema';
import { type Migration, migrateToPostgres } from '@server/ops/migrate-to-postgres/migrate';
import { type Postgres, startPostgres } from '@tests/support/postgres';
import { startTestServer, type TestServer } from '@tests/support/server';
import { copyTemplateDatabase } from '@tests/support/template-database';
import { afterAll, beforeAll, expect, test } from 'vitest';

let postgres: Postgres;
let dataDir: string;
beforeAll(async () => {
  postgres = await startPostgres(['timezone=Asia/Kathmandu']);
  dataDir = mkdtempSync(join(tmpdir(), 'manabiba-migration-'));
  await copyTemplateDatabase(dataDir);
});
afterAll(async () => {
  await postgres.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

let made = 0;
/** Creates an empty target database. */
async function makeMigration(): Promise<Migration & { name: string }> {
  made += 1;
  const name = `house_${made}`;
  await postgres.run(`create database ${name}`);
  return { ...readConfig({}), dataDir, databaseUrl: postgres.url(name), name };
}

/** Hashes the folder's files. */
function contentsOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  return paths.map((path) => `${path} ${readFileSync(path).toString('base64url')}`);
}

/** Reads responses of a server for each role. */
async function readings(server: TestServer): Promise<unknown[]> {
  const asked: [string, string][] = [
    ['student', '/me/'],
    ['student', '/courses/git'],
    ['student', '/lessons/git-branch'],
    ['student', '/question-set/git-q-cli'],
    ['teacher', '/users/?size=200'],
    ['teacher', '/companies/'],
    ['teacher', '/progress/detail/user-student'],
    ['admin', '/content/?size=200'],
    ['admin', '/audit/'],
  ];
  const answers = [];
  for (const [as, path] of asked) answers.push((await server.call('GET', `/api/v1${path}`, { as })).body);
  const { body: url } = await server.call('GET', '/api/v1/content/security-img-cover', { as: 'student' });
  const picture = await fetch(`${server.origin}${url}`);
  return [...answers, url, Buffer.from(await picture.arrayBuffer()).toString('base64')];
}

async function readingsOf(databaseUrl?: string): Promise<unknown[]> {
  const server = await startTestServer(databaseUrl === undefined ? {} : { databaseUrl });
  try {
    return await readings(server);
  } finally {
    await server.stop();
  }
}

test('after a move to PostgreSQL the numbers of readings are counted from the readings that were moved', async () => {
  const migration = await makeMigration();
  await migrateToPostgres(migration);

  const server = await startTestServer({ databaseUrl: migration.databaseUrl });
  expect(await server.database.$count(readCounts)).toBeGreaterThan(20);
  expect(await countWrongReads(server.database)).toBe(0);
  await server.stop();
});

test('after a move to PostgreSQL all responses of the server are the same, and the folder is unchanged', async () => {
  const before = contentsOf(dataDir);
  const migration = await makeMigration();
  const counts = await migrateToPostgres(migration);

  expect(counts).toMatchObject({ users: 24, companies: 2 });
  expect(contentsOf(dataDir)).toEqual(before);
  expect(await readingsOf(migration.databaseUrl)).toEqual(await readingsOf());
});

test('fault: a move to PostgreSQL is interrupted after any batch → the next run continues after that batch, and all rows are copied', async () => {
  const whole = await makeMigration();
  const batches: string[] = [];
  const counts = await migrateToPostgres(whole, { afterBatch: (table, count) => batches.push(`${table} ${count}`) });
  const migration = await makeMigration();
  const told: string[] = [];
  const step = Math.ceil(batches.length / 3);
  for (let last = step; last < batches.length; last += step) {
    const moving = migrateToPostgres(migration, {
      afterBatch: (table, count) => {
        told.push(`${table} ${count}`);
        if (told.length === last) throw new Error('Ended.');
      },
    });
    await expect(moving).rejects.toThrow('Ended.');
  }

  expect(await migrateToPostgres(migration, { afterBatch: (table, count) => told.push(`${table} ${count}`) })).toEqual(
    counts,
  );
  expect(told).toEqual(batches);
  // Another run of the move changes nothing.
  expect(await migrateToPostgres(migration)).toEqual(counts);
});

test('a move to PostgreSQL refuses a target database with a changed row or with other data', async () => {
  const migration = await makeMigration();
  await migrateToPostgres(migration);
  const refusal = (table: string) => `DATABASE_URL: 移動先に、ほかのデータがあります（${table}）。`;
  await postgres.run(`update users set name = '別の人' where id = 'user-student'`, migration.name);
  await expect(migrateToPostgres(migration)).rejects.toThrow(refusal('users'));

  await postgres.run(`insert into settings values ('mine', '1')`, migration.name);
  await expect(migrateToPostgres(migration)).rejects.toThrow(refusal('settings'));
});

test('a move to PostgreSQL prints one line for a folder in use, a folder without a database, and a URL without a database', async () => {
  const migration = await makeMigration();
  const unlock = await lockDataFolder(dataDir);
  await expect(migrateToPostgres(migration)).rejects.toThrow(/^DATA_DIR: 別のサーバーが .+ を使っています。$/);
  unlock();
  await expect(migrateToPostgres({ ...migration, dataDir: '/nowhere' })).rejects.toThrow(
    'DATA_DIR: /nowhere に、移すデータベースがありません。',
  );
  const nowhere = { ...migration, databaseUrl: postgres.url('nowhere') };
  await expect(migrateToPostgres(nowhere)).rejects.toThrow(
    /^DATABASE_URL: その名前のデータベースがありません（3D000）。$/,
  );
});
