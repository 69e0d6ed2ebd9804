/** Tests `npm run doctor`: its checks of settings, folders, ports and backups. */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readConfig } from '@server/config';
import { runChecks, checkDataFolder } from '@server/ops/doctor/run-checks';
import { refuseSockets } from '@tests/support/refuse-sockets';
import { startTestServer } from '@tests/support/server';
import { copyTemplateDatabase, listLogSegments } from '@tests/support/template-database';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DAY_MS, HOUR_MS, SECOND_MS } from '@/lib/constants';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the findings of `npm run doctor` about one thing, with the given environment variables. */
async function wordsOf(about: string, env: Record<string, string>): Promise<string[]> {
  const findings = await runChecks({ PORT: '0', DATA_DIR: join(folder, 'data'), ...env });
  return findings.filter((finding) => finding.about === about).map(({ state, words }) => `${state}: ${words}`);
}

test('npm run doctor passes a data folder that does not exist, and does not create it', async () => {
  expect(await wordsOf('DATA_DIR', {})).toEqual([`pass: ${join(folder, 'data')} は最初の起動で作られます。`]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('npm run doctor reports an invalid variable with the same line as a start', async () => {
  expect(await wordsOf('設定', { METRICS: 'yes' })).toEqual([
    'fail: METRICS: off か on を指定してください（いまは「yes」）。',
  ]);
});

test('npm run doctor fails for a data folder that is not writable, and warns of one that other users can read', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  mkdirSync(join(folder, 'data'), { mode: 0o755 });

  expect(await wordsOf('DATA_DIR', { DATA_DIR: join(file, 'data') })).toEqual([
    expect.stringMatching(/^fail: .*file に書き込めません。/),
  ]);
  expect(await wordsOf('DATA_DIR', {})).toEqual([expect.stringMatching(/^warn: .*ほかの利用者も読めます。chmod 700/)]);
});

test('npm run doctor compares the stored numbers of readings with the readings, in a running server and in a stopped one', async () => {
  const server = await startTestServer();
  const wordsNow = () => wordsOf('読了の集計', { DATA_DIR: server.dataDir });
  expect(await wordsNow()).toEqual(['pass: 読了の記録と一致しています。']);

  await server.database.execute(sql`update read_counts set reads = 99 where user_id = 'user-student'`);
  const wrong = [expect.stringMatching(/^fail: \d+件が読了の記録と一致しません。/)];
  expect(await wordsNow()).toEqual(wrong);
  await server.pause();
  expect(await wordsNow()).toEqual(wrong);
  rmSync(server.dataDir, { recursive: true, force: true });
});

test('npm run doctor fails when less space is free than the reserve', async () => {
  const wanting = { ...readConfig({}), dataDir: folder, diskReserveBytes: Number.MAX_SAFE_INTEGER };

  expect((await checkDataFolder(wanting))[1]).toMatchObject({
    state: 'fail',
    words: expect.stringMatching(/^空き容量は.*保存を断ります。$/),
  });
  expect(await wordsOf('DISK_RESERVE_MB', {})).toEqual([expect.stringMatching(/^pass: 空き容量は/)]);
});

test('npm run doctor passes a port that our server uses, and fails for one that another program uses', async () => {
  const ours = await startTestServer();
  const said = await wordsOf('PORT', { PORT: new URL(ours.origin).port });
  await ours.stop();

  expect(said).toEqual([expect.stringMatching(/^pass: \d+ 番で、まなびば \d+\.\d+\.\d+ が動いています。$/)]);
  for (const address of ['127.0.0.1', '::1']) {
    const other = createServer((_, response) => response.end('hello'));
    await new Promise<void>((done) => other.listen(0, address, done));
    const { port } = other.address() as AddressInfo;
    const words = await wordsOf('PORT', { PORT: String(port) });
    other.close();
    expect(words).toEqual([`fail: ${port} 番はほかのプログラムが使っています（${address}）。`]);
  }
});

test('npm run doctor warns of demo accounts on a public host, and of a built app that sends its sign-ins to another API host', async () => {
  expect(await wordsOf('DEMO', { HOST: '0.0.0.0' })).toEqual([expect.stringMatching(/^warn: .*DEMO=off/)]);
  expect(await wordsOf('DEMO', {})).toEqual([]);
  expect(await wordsOf('API_HOST', { API_HOST: 'https://api.example.com' })).toEqual([
    expect.stringMatching(/^warn: .*https:\/\/api\.example\.com .*ログインできません。$/),
  ]);
});

describe('the database of a data folder', () => {
  const inDatabase = (name: string) => join(folder, 'data/database', name);
  const restore = expect.stringMatching(
    /^fail: .*\/data のデータベースを開けません（空き容量 \d+ MB）。.*npm run restore/,
  ) as string;
  beforeEach(() => copyTemplateDatabase(join(folder, 'data')));

  test.each([
    ['without its WAL', () => rmSync(inDatabase('pg_wal'), { recursive: true })],
    ['with an empty WAL folder', () => listLogSegments(inDatabase('')).forEach((segment) => rmSync(segment))],
    [
      'with a WAL of zeros',
      () => listLogSegments(inDatabase('')).forEach((segment) => writeFileSync(segment, Buffer.alloc(2 ** 24))),
    ],
    ['without its control file', () => rmSync(inDatabase('global/pg_control'))],
    ['with a truncated control file', () => truncateSync(inDatabase('global/pg_control'), 100)],
    ['with an overwritten control file', () => writeFileSync(inDatabase('global/pg_control'), Buffer.alloc(8192, 7))],
  ])('npm run doctor fails for a data folder %s', async (_, damage) => {
    damage();

    expect((await wordsOf('DATA_DIR', {})).filter((words) => !words.startsWith('warn'))).toEqual(
      expect.arrayContaining([restore]),
    );
    expect(await wordsOf('画像', {})).toEqual([]);
  });

  test('npm run doctor does not write to a database or WAL that links name', async () => {
    renameSync(inDatabase(''), join(folder, 'elsewhere'));
    renameSync(join(folder, 'elsewhere/pg_wal'), join(folder, 'wal'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'data/database'));
    symlinkSync(join(folder, 'wal'), join(folder, 'elsewhere/pg_wal'));
    const stateOf = (name: string) =>
      readdirSync(join(folder, name)).map((file) => [file, statSync(join(folder, name, file)).mtimeMs]);
    const before = ['elsewhere', 'elsewhere/global', 'wal'].map(stateOf);

    expect(await wordsOf('画像', {})).toEqual([expect.stringMatching(/^pass: /)]);
    expect(['elsewhere', 'elsewhere/global', 'wal'].map(stateOf)).toEqual(before);
  });

  test('npm run doctor fails for a data folder that cannot hold a socket', async () => {
    refuseSockets('EIO');

    expect(await wordsOf('DATA_DIR', {})).toEqual(
      expect.arrayContaining([expect.stringMatching(/^fail: .*\/data には、.*ソケットを作れません（EIO）。/)]),
    );
  });
});

test('npm run doctor fails before the first start when the disk cannot hold a socket, and leaves nothing behind', async () => {
  refuseSockets('ENOTSUP');

  expect(await wordsOf('DATA_DIR', {})).toEqual(
    expect.arrayContaining([expect.stringMatching(`^fail: ${folder} には、.*ソケットを作れません（ENOTSUP）。`)]),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('npm run doctor fails for a data folder that is a link to nothing', async () => {
  symlinkSync(join(folder, 'nothing'), join(folder, 'data'));

  expect(await wordsOf('DATA_DIR', {})).toEqual([expect.stringMatching(/^fail: .*\/data に書き込めません。/)]);
});

describe('backups', () => {
  const words = (BACKUP_DIR: string) => wordsOf('BACKUP_DIR', { BACKUP_DIR });

  test.each([
    [5 * HOUR_MS + SECOND_MS, 'pass: いちばん新しいバックアップは5時間前のものです。'],
    [3 * DAY_MS + SECOND_MS, 'fail: いちばん新しいバックアップは72時間前のものです。'],
  ])('npm run doctor reports a backup of %i ms ago as %s', async (age, said) => {
    const at = (Date.now() - age) / SECOND_MS;
    writeFileSync(join(folder, 'one.tar.gz'), 'x');
    utimesSync(join(folder, 'one.tar.gz'), at, at);

    expect(await words(folder)).toEqual([said]);
  });

  test('npm run doctor fails without a backup or its folder, and warns without BACKUP_DIR', async () => {
    expect(await words(folder)).toEqual([`fail: ${folder} にバックアップがまだありません。`]);
    expect(await words(join(folder, 'none'))).toEqual([`fail: ${join(folder, 'none')} がありません。`]);
    expect(await words(' ')).toEqual([expect.stringMatching(/^warn: 指定がありません。/)]);
  });
});

test('npm run doctor prints at most one screen, and exits with 1 when a check fails', async () => {
  const run = (env: Record<string, string>) =>
    new Promise<{ code: number; out: string }>((done) => {
      const options = { env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: '0', ...env } };
      execFile(process.execPath, ['server/tooling/start/doctor.mjs'], options, (error, out) =>
        done({ code: Number(error?.code ?? 0), out }),
      );
    });
  const [good, bad] = [await run({}), await run({ PORT: 'x' })];

  expect(good).toEqual({
    code: 0,
    out: expect.stringMatching(/^✓ Node\.js: [\s\S]*\n問題は見つかりませんでした。\n$/),
  });
  expect(good.out.split('\n').length).toBeLessThan(24);
  expect(bad).toEqual({
    code: 1,
    out: expect.stringMatching(/\n✗ 設定: PORT: .*\n[\s\S]*問題が1件あります（✗）。\n$/),
  });
});
