/**
 * Tests backups of the embedded database: made during writes, complete or not at all, and restored only into an empty
 * folder.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

import { countWrongReads } from '@server/api/study/read-counts';
import { knownMigrations } from '@server/db/prepare-database';
import { packBackup } from '@server/ops/backup/archive';
import { makeBackup } from '@server/ops/backup/make-backup';
import { restoreBackup } from '@server/ops/backup/restore-backup';
import { ensureServerBuild } from '@server/tooling/start/server-build.mjs';
import { multipartFile } from '@tests/support/multipart';
import { pictures } from '@tests/support/pictures';
import { startTestServer, type TestServer } from '@tests/support/server';
import { copyTemplateDatabase } from '@tests/support/template-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { drill } from '../../drill/drill';
import { LIMIT_MS } from './support/processes';

let folder: string;
let backups: string;
/** The path of a valid backup. */
let whole: string;
let program: string;
const never = new AbortController().signal;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-backup-'));
  backups = join(folder, 'backups');
  mkdirSync(backups);
  await copyTemplateDatabase(join(folder, 'data'));
  program = fileURLToPath((await ensureServerBuild('.')).restore);
  const source = { folder: join(folder, 'data/database'), version: '0.1.0' };
  whole = (await makeBackup(source, { folder: backups, keep: 2 }, never, program)).path;
}, LIMIT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const newPath = (name: string) => join(folder, `${(count += 1)}-${name}`);
function newFolder(): string {
  const path = newPath('backups');
  mkdirSync(path);
  return path;
}

/** Stops a server, backs it up, and starts another one on the restored backup. */
async function restoreAfter(before: TestServer): Promise<TestServer> {
  await before.pause();
  const source = { folder: join(before.dataDir, 'database'), version: '0.1.0' };
  const { path } = await makeBackup(source, { folder: newFolder(), keep: 2 }, never, program);
  const dataDir = newPath('data');
  await restoreBackup(path, dataDir);
  return startTestServer({ dataDir });
}

test(
  'fault: the server is killed after a backup that was made while 100 rows a second were written → it contains every row acknowledged before it, and the next backup is made on schedule',
  async () => {
    const report = await drill({
      makeData: copyTemplateDatabase,
      nodeFlags: ['--liftoff-only'],
      rate: 100,
      before: 20,
    });

    expect(report.before).toBeGreaterThanOrEqual(20);
    expect(report.lost).toBe(0);
    expect(report.acknowledged).toBeGreaterThan(report.before);
    expect(report.again).toBe('ok');
  },
  LIMIT_MS,
);

test('pictures of a question set in the trash are kept and hidden after a backup was restored, and return with the set', async () => {
  const before = await startTestServer();
  const { body: picture } = await before.call('PUT', '/api/v1/content/pub-container/trashed.png', {
    as: 'staff',
    ...multipartFile(pictures.png),
  });
  const question = {
    id: 'q',
    type: 'text',
    body: `![図](content:${picture.id})`,
    choices: [],
    acceptedAnswers: ['答'],
  };
  const json = { lessonId: 'git-terminal', title: '図の問題', questions: [question] };
  const { body: set } = await before.call('POST', '/api/v1/question-set/', { as: 'staff', json });
  await before.call('DELETE', `/api/v1/question-set/${set.id}`, { as: 'staff' });
  const after = await restoreAfter(before);
  const statuses = async () => [
    (await after.call('GET', `/api/v1/content/${picture.id}`, { as: 'student' })).status,
    (await after.call('DELETE', `/api/v1/content/${picture.id}`, { as: 'staff' })).status,
  ];

  expect(await statuses()).toEqual([404, 409]);
  const { body: listed } = await after.call('GET', '/api/v1/trash/', { as: 'staff' });
  const restored = { as: 'staff', json: { status: 'published' } };
  await after.call('POST', `/api/v1/trash/${listed.items[0].id}/restore`, restored);
  expect(await statuses()).toEqual([200, 409]);
  await after.stop();
  rmSync(before.dataDir, { recursive: true, force: true });
});

test('a server on a restored backup counts the readings again', async () => {
  const before = await startTestServer();
  await before.database.execute(sql`update read_counts set reads = reads + 1`);
  const after = await restoreAfter(before);

  expect(await countWrongReads(after.database)).toBe(0);
  await after.stop();
  rmSync(before.dataDir, { recursive: true, force: true });
});

describe('a backup', () => {
  test('a backup is readable only by its user, and no unfinished file remains', () => {
    expect(statSync(whole).mode & 0o077).toBe(0);
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^manabiba-[\d-]+T[\d-]+Z\.tar\.gz$/)]);
  });

  const make = (from: string, into: string, signal = never, restore = program) =>
    makeBackup({ folder: from, version: '0.1.0' }, { folder: into, keep: 2 }, signal, restore);
  const nothing = () => {
    const source = newPath('nothing');
    mkdirSync(source);
    return source;
  };

  test('fault: the packed folder is not a database → the backup fails and leaves no file', async () => {
    const into = newPath('backups');
    mkdirSync(into);

    await expect(make(nothing(), into)).rejects.toThrow(/戻せません。.*中のデータベースを開けません/);
    expect(readdirSync(into)).toEqual([]);
  });

  test('fault: a backup is aborted → it leaves no file, and earlier unfinished backups are removed', async () => {
    const into = newPath('backups');
    mkdirSync(join(into, '.unfinished-abc'), { recursive: true });

    await expect(make(join(folder, 'data/database'), into, AbortSignal.abort())).rejects.toThrow();
    expect(readdirSync(into)).toEqual([]);
  });

  test('a backup run keeps the newest backups and files of other programs', async () => {
    const into = newPath('backups');
    mkdirSync(into);
    const names = ['2020', '2021', '2022'].map((year) => `manabiba-${year}-01-01T00-00-00-000Z.tar.gz`);
    for (const name of [...names, 'notes.txt']) writeFileSync(join(into, name), '');
    const yes = newPath('yes.mjs');
    writeFileSync(yes, '');

    await make(nothing(), into, never, yes);

    const left = readdirSync(into).toSorted();
    expect(left).toEqual([names[2], expect.stringMatching(/^manabiba-20(?!2[0-2]-01-01T00-00-00)/), 'notes.txt']);
  });
});

describe('a restore', () => {
  const refuses = async (file: string, words: RegExp) => {
    const into = newPath('restored');
    await expect(restoreBackup(file, into)).rejects.toThrow(words);
    expect(readdirSync(into)).toEqual([]);
  };
  const head = { version: '9.9.9', createdAt: '', migrations: knownMigrations() };

  test('fault: the folder of a restore is not empty → it is not changed', async () => {
    const into = newPath('restored');
    mkdirSync(into);
    writeFileSync(join(into, 'kept'), 'x');

    await expect(restoreBackup(whole, into)).rejects.toThrow(/空ではありません/);
    expect(readdirSync(into)).toEqual(['kept']);
  });

  test('fault: the backup to restore is truncated → the restore is refused', async () => {
    const file = newPath('cut.tar.gz');
    writeFileSync(file, readFileSync(whole));
    truncateSync(file, Math.floor(statSync(file).size / 2));
    await refuses(file, /壊れています/);
  });

  test('fault: a byte of the backup differs, although decompression succeeds → the restore is refused by its checksum', async () => {
    const bytes = gunzipSync(readFileSync(whole));
    const at = bytes.indexOf('株式会社みなと');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const file = newPath('flipped.tar.gz');
    writeFileSync(file, gzipSync(bytes, { level: 1 }));

    expect(at).toBeGreaterThan(0);
    await refuses(file, /壊れています/);
  });

  test.each([
    ['is none of ours', 'package.json', /まなびばのバックアップではありません/],
    ['is not there', 'no-such-file', /読み書きできません（ENOENT）/],
  ])('fault: the file to restore %s → refused', (_, file, words) => refuses(file, words));

  test('fault: the backup is of a newer version → the restore is refused, and the message names the version', async () => {
    const file = newPath('newer.tar.gz');
    await packBackup(file, { ...head, migrations: [...head.migrations, 'of tomorrow'] }, () => Promise.resolve());
    await refuses(file, /新しい版（9\.9\.9）/);
  });
});

test(
  'fault: the backup that BACKUP_EVERY makes at the start cannot be restored → /readyz and metrics report it, and the server continues',
  async () => {
    const into = newFolder();
    const backup = { folder: into, everyMs: 60_000, keep: 2 };
    const server = await startTestServer({ backup, metrics: { host: 'localhost', port: 0 } });
    const health = async () => (await server.call('GET', '/readyz')).body.backup as string;
    try {
      // A server run from its sources has no bundled restore program, so its test restore fails.
      await expect.poll(health).toBe('failed');
      expect((await server.call('GET', '/readyz')).status).toBe(200);
      expect(await (await fetch(`${server.metricsOrigin}/metrics`)).text()).toMatch(
        /^manabiba_backup_health\{state="failed"\} 1$/m,
      );
      expect(readdirSync(into)).toEqual([]);
    } finally {
      await server.stop();
    }
  },
  LIMIT_MS,
);
