/**
 * Tests data, backups and servers of another PostgreSQL version: start, restore and doctor name both versions and what
 * to do.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Database } from '@server/db/database';
import { openPGlite } from '@server/db/open-pglite';
import { EMBEDDED_MAJOR } from '@server/db/postgres-version';
import { knownMigrations, prepareDatabase } from '@server/db/prepare-database';
import { ConfigError } from '@server/lib/environment';
import { packBackup } from '@server/ops/backup/archive';
import { restoreBackup } from '@server/ops/backup/restore-backup';
import { checkServerVersion, runChecks } from '@server/ops/doctor/run-checks';
import { copyTemplateDatabase } from '@tests/support/template-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let folder: string;
let dataDir: string;
const versionFile = () => join(dataDir, 'database/PG_VERSION');
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-version-'));
  dataDir = join(folder, 'data');
  await copyTemplateDatabase(dataDir);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(versionFile(), { recursive: true, force: true });
  writeFileSync(versionFile(), `${EMBEDDED_MAJOR}\n`);
});

const messageOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as Error).message;
};
const doctorWords = async () => {
  const findings = await runChecks({ PORT: '0', DATA_DIR: dataDir });
  return findings.filter(({ about, state }) => about === 'DATA_DIR' && state === 'fail').map(({ words }) => words);
};

/**
 * Returns a pattern of the message with both versions and the advice: start, or move with, the app version that used
 * the data.
 */
const bothVersions = (major: string) =>
  new RegExp(
    `PostgreSQL ${major.replace('.', '\\.')} のデータです。この版のまなびばが開けるのは PostgreSQL ${EMBEDDED_MAJOR} のデータです。.*まなびばで.*npm run move`,
  );

test('a new database has the PostgreSQL version that the constant for PGlite names', async () => {
  const { close } = await openPGlite(join(folder, 'new'));
  await close();

  expect(readFileSync(join(folder, 'new/database/PG_VERSION'), 'utf8').trim()).toBe(EMBEDDED_MAJOR);
});

test.each(['16', '17', '19', '9.6'])(
  'data of PostgreSQL %s are refused by start and doctor with both versions, and stay unchanged',
  async (major) => {
    writeFileSync(versionFile(), `${major}\n`);

    const start = await messageOf(openPGlite(dataDir));
    const [doctor = ''] = await doctorWords();

    for (const words of [start, doctor]) {
      expect(words).toMatch(bothVersions(major));
      expect(words).not.toMatch(/壊れて/);
    }
    expect(readFileSync(versionFile(), 'utf8')).toBe(`${major}\n`);
    writeFileSync(versionFile(), `${EMBEDDED_MAJOR}\n`);
    await (await openPGlite(dataDir)).close();
  },
);

test.each(['16', '19'])(
  'a backup of PostgreSQL %s is refused with both versions and that of the app',
  async (major) => {
    const file = join(folder, `${major}.tar.gz`);
    const into = join(folder, `restored-${major}`);
    await packBackup(file, { version: '0.0.9', createdAt: '', migrations: knownMigrations() }, async (archive) => {
      await archive.addFolder('database');
      await archive.addText('database/PG_VERSION', `${major}\n`);
    });

    const words = await messageOf(restoreBackup(file, into));

    expect(words).toMatch(bothVersions(major));
    expect(words).toContain('これを作った版（0.0.9）のまなびばで戻してください。');
    expect(words).not.toMatch(/壊れて|別のバックアップ/);
  },
);

test('fault: PG_VERSION cannot be read → start and doctor report that, instead of corrupt data', async () => {
  rmSync(versionFile());
  mkdirSync(versionFile());

  for (const words of [await messageOf(openPGlite(dataDir)), ...(await doctorWords())]) {
    expect(words).toMatch(/PG_VERSION を読めません（EISDIR）。/);
    expect(words).not.toMatch(/壊れて/);
  }
  expect(await doctorWords()).toHaveLength(1);
});

test.each([
  ['is missing', () => rmSync(versionFile())],
  ['names no version', () => writeFileSync(versionFile(), 'x')],
  ['is empty', () => writeFileSync(versionFile(), '')],
])('fault: PG_VERSION %s → start and doctor name the file and the restore', async (_, damage) => {
  damage();
  const words = [await messageOf(openPGlite(dataDir)), ...(await doctorWords())];

  expect(words).toHaveLength(2);
  for (const each of words) expect(each).toMatch(/PG_VERSION がないか、読み取れません。[^\n]*npm run restore/);
});

test('doctor reports nothing for a folder of the right PostgreSQL version', async () => {
  expect(await doctorWords()).toEqual([]);
});

/** Starts a server that answers every statement with its version. */
function oldServer(version: string): Database {
  const transaction = { execute: () => Promise.resolve({ rows: [{ server_version: version }] }) };
  return { transaction: (work: (each: unknown) => unknown) => work(transaction) } as unknown as Database;
}

test.each(['11.22', '9.6.24'])('an external PostgreSQL %s is refused before any table is made', async (version) => {
  const words = await messageOf(
    (async () => prepareDatabase(oldServer(version), () => Promise.reject(new Error('Too late'))))(),
  );

  expect(words).toMatch(new RegExp(`^DATABASE_URL: PostgreSQL ${version} です。.*PostgreSQL 12 以上が必要です。`));
});

test.each([
  ['11.22', 'fail', /PostgreSQL 11\.22 です。.*12 以上/],
  ['13.9', 'warn', /PostgreSQL 13\.9 につながります/],
  ['15.14 (Debian 15.14-0+deb12u1)', 'pass', /つながります/],
  ['19beta1', 'pass', /つながります/],
])('doctor judges PostgreSQL %s: %s', (version, state, words) => {
  expect(checkServerVersion(version)).toMatchObject({ state, words: expect.stringMatching(words) as string });
});
