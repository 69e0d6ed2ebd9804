/**
 * Tests `npm run strip-pictures`, which removes metadata from stored pictures, and the pictures that `npm run doctor`
 * counts.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { readConfig } from '@server/config';
import { type Database, now } from '@server/db/database';
import { openDatabase } from '@server/db/open-database';
import { contents } from '@server/db/schema';
import { runChecks } from '@server/ops/doctor/run-checks';
import { ensureServerBuild } from '@server/tooling/start/server-build.mjs';
import { type Postgres, startPostgres } from '@tests/support/postgres';
import { startTestServer, type TestServer } from '@tests/support/server';
import { photoWithPlace, SECRET, taggedPictures } from '@tests/support/tagged-pictures';
import { QUICK_START } from '@tests/support/template-database';
import { eq, like, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { LIMIT_MS, useProcesses } from '../support/processes';

const { makeDataFolder, makeFolder } = useProcesses();

let program: string;
beforeAll(async () => {
  program = fileURLToPath((await ensureServerBuild('.'))['strip-pictures']);
}, LIMIT_MS);

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs `npm run strip-pictures`. @param onOutput called with all that it has printed so far. */
function strip(env: Record<string, string>, onOutput?: (out: string, kill: () => void) => void): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [QUICK_START, program], { env: { PATH: process.env.PATH, ...env } });
    const said = { out: '', err: '' };
    child.stdout.on('data', (piece: Buffer) => {
      said.out += piece.toString();
      onOutput?.(said.out, () => child.kill('SIGKILL'));
    });
    child.stderr.on('data', (piece: Buffer) => (said.err += piece.toString()));
    child.once('close', (code) => done({ code, ...said }));
  });
}

/** Returns the finding of `npm run doctor` about pictures with metadata. */
async function doctorSays(env: Record<string, string>): Promise<string[]> {
  const findings = await runChecks({ PORT: '0', ...env });
  return findings.filter(({ about }) => about === '画像').map(({ state, words }) => `${state}: ${words}`);
}

const OLD = 'old-';
const UNREADABLE = `${OLD}cut.jpg`;
/** The photo with Exif data, without its last 20 bytes: earlier versions accepted incomplete pictures. */
const cut = photoWithPlace.slice(0, -20);
const tagged = [...Object.entries(taggedPictures(6)), ['jpg', photoWithPlace] as const];

/**
 * Stores pictures unchanged: one of each format with metadata, `rounds` times, and an unreadable one.
 *
 * @returns their number.
 */
async function storeOld(database: Database, rounds = 1): Promise<number> {
  const names = Array.from({ length: rounds }, (_, round) =>
    tagged.map(([format, bytes], index) => ({ name: `${OLD}${round}-${index}.${format}`, bytes })),
  );
  const files = [...names.flat(), { name: UNREADABLE, bytes: cut }];
  for (const { name, bytes } of files)
    await database.insert(contents).values({
      id: randomUUID(),
      containerName: 'pub-container',
      fileName: name,
      fileType: 'img',
      mediaType: 'image/jpeg',
      byteLength: bytes.length,
      bytes,
      updatedAt: now,
    });
  return files.length - 1;
}

/**
 * Removes the column `stripped_version` and its migration, so that the database is as the previous version of the
 * server left it.
 */
async function makeOlder(database: Database): Promise<void> {
  await database.execute(sql`alter table contents drop column stripped_version`);
  const since = readMigrationFiles({ migrationsFolder: 'server/db/migrations' }).find(({ sql: statements }) =>
    statements.join().includes('stripped_version'),
  );
  await database.execute(sql`delete from migrations where hash = ${since?.hash}`);
}

/** Opens the database of a data folder without a server. */
async function withFolder<T>(dataDir: string, use: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await openDatabase({ ...readConfig({}), dataDir });
  try {
    return await use(database);
  } finally {
    await close();
  }
}

const readOld = (database: Database) =>
  database
    .select({ id: contents.id, fileName: contents.fileName, bytes: contents.bytes, updatedAt: contents.updatedAt })
    .from(contents)
    .where(like(contents.fileName, `${OLD}%`))
    .orderBy(contents.fileName);
type Old = Awaited<ReturnType<typeof readOld>>[number];
const hasSecret = ({ bytes }: Old) => /SECRET|TESTCAM/.test(Buffer.from(bytes).toString('latin1'));

const SUMMARY = (changed: number) =>
  new RegExp(`\n画像${changed}件から、場所などの情報を消しました。\\d+件には、ありませんでした。1件は読み取れません。`);
const CLEAN = 'pass: 場所などの情報が残っている画像はありません。';
const left = (count: number | string) =>
  `warn: 場所などの情報をまだ消していない画像が${count}件あります。npm run strip-pictures で消せます。`;

test(
  'fault: npm run strip-pictures is killed between pictures, without a server, on data of the previous version → the next run finishes',
  async () => {
    const dataDir = await makeDataFolder();
    const count = await withFolder(dataDir, async (database) => {
      const stored = await storeOld(database, 8);
      await makeOlder(database);
      return stored;
    });
    expect(await doctorSays({ DATA_DIR: dataDir })).toEqual([expect.stringMatching(left('\\d\\d+'))]);
    const killed = await strip({ DATA_DIR: dataDir }, (out, kill) => out.includes('✓') && kill());
    expect(killed.code).toBeNull();
    const before = await withFolder(dataDir, readOld);
    const done = before.filter((file) => file.fileName !== UNREADABLE && !hasSecret(file)).length;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(count);

    const finished = await strip({ DATA_DIR: dataDir });
    expect(finished).toMatchObject({ code: 0, err: '', out: expect.stringMatching(SUMMARY(count - done)) });
    expect(finished.out).toContain(`！ ${UNREADABLE}: 読み取れないため、そのままです。\n`);
    const after = await withFolder(dataDir, readOld);
    expect(after.filter(hasSecret).map(({ fileName }) => fileName)).toEqual([UNREADABLE]);
    // Another run of the command changes nothing.
    expect((await strip({ DATA_DIR: dataDir })).out).toMatch(/\n画像0件から、場所などの情報を消しました。0件には/);
    expect(await withFolder(dataDir, readOld)).toEqual(after);
    expect(await doctorSays({ DATA_DIR: dataDir })).toEqual([left(1)]);
  },
  LIMIT_MS,
);

/** Checks `npm run strip-pictures` while a server runs. */
async function checkRunning(server: TestServer, env: Record<string, string>): Promise<void> {
  const clean = await doctorSays(env);
  const count = await storeOld(server.database);
  const before = await readOld(server.database);
  const urlOf = async (id: string) =>
    (await server.call('GET', `/api/v1/content/${id}`, { as: 'teacher' })).body as string;
  const [first] = before;
  const oldUrl = await urlOf(first?.id ?? '');
  expect([clean, await doctorSays(env)]).toEqual([[CLEAN], [left(count + 1)]]);

  expect(await strip(env)).toMatchObject({ code: 0, err: '', out: expect.stringMatching(SUMMARY(count)) });

  const after = await readOld(server.database);
  for (const [index, file] of after.entries()) {
    const old = before[index];
    const isChanged = file.fileName !== UNREADABLE;
    // The version grows by 1 ms, so that the file has a new address but keeps its place in the list.
    expect(Date.parse(file.updatedAt) - Date.parse(old?.updatedAt ?? '')).toBe(isChanged ? 1 : 0);
    expect([file.id, hasSecret(file)]).toEqual([old?.id, !isChanged]);
  }
  const newUrl = await urlOf(first?.id ?? '');
  expect(newUrl).not.toBe(oldUrl);
  for (const url of [newUrl, oldUrl]) {
    const response = await fetch(server.origin + url);
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).not.toContain(SECRET);
    expect(response.headers.get('Cache-Control')?.includes('immutable')).toBe(url === newUrl);
  }
  expect(await doctorSays(env)).toEqual([left(1)]);
  await server.database.delete(contents).where(eq(contents.fileName, UNREADABLE));
  expect(await doctorSays(env)).toEqual([CLEAN]);
}

describe('while a server runs', () => {
  test(
    'a server with a data folder strips the pictures itself, and each changed picture gets a new address',
    async () => {
      const server = await startTestServer();
      onTestFinished(() => server.stop());
      await checkRunning(server, { DATA_DIR: server.dataDir });
    },
    LIMIT_MS,
  );

  test(
    'npm run strip-pictures removes the metadata in PostgreSQL, and each changed picture gets a new address',
    async () => {
      const postgres: Postgres = await startPostgres();
      onTestFinished(() => postgres.remove());
      await postgres.run('create database house');
      const databaseUrl = postgres.url('house');
      const server = await startTestServer({ databaseUrl });
      onTestFinished(() => server.stop());
      await checkRunning(server, { DATABASE_URL: databaseUrl, DATA_DIR: server.dataDir });
    },
    LIMIT_MS,
  );

  test(
    'less free space than the reserve stops npm run strip-pictures before it changes anything',
    async () => {
      const server = await startTestServer({ diskReserveBytes: Number.MAX_SAFE_INTEGER });
      onTestFinished(() => server.stop());
      await storeOld(server.database);
      const before = await readOld(server.database);

      expect(await strip({ DATA_DIR: server.dataDir })).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^DISK_RESERVE_MB: 空き容量が足りない/),
      });
      expect(await readOld(server.database)).toEqual(before);
    },
    LIMIT_MS,
  );
});

test(
  'npm run doctor counts every picture of a database of the previous version, and changes nothing in it',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    await postgres.run('create database house');
    const databaseUrl = postgres.url('house');
    const server = await startTestServer({ databaseUrl });
    onTestFinished(() => server.stop());
    await makeOlder(server.database);

    expect(await doctorSays({ DATABASE_URL: databaseUrl })).toEqual([expect.stringMatching(left('\\d+'))]);
    await postgres.run('create database empty');
    expect(await doctorSays({ DATABASE_URL: postgres.url('empty') })).toEqual([CLEAN]);
  },
  LIMIT_MS,
);

test('npm run strip-pictures ends with one line for a folder without a database', async () => {
  const folder = makeFolder();

  expect(await strip({ DATA_DIR: folder })).toEqual({
    code: 1,
    out: '',
    err: `DATA_DIR: ${folder} にデータベースがありません。\n`,
  });
});
