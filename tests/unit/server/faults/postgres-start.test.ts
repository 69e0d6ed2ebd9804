/**
 * Tests a start with a PostgreSQL that refuses: one line says what to do, without DATABASE_URL, which has a password.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startFailure } from '@server/db/postgres-failures';
import { ConfigError } from '@server/lib/environment';
import { runChecks } from '@server/ops/doctor/run-checks';
import { type Postgres, startPostgres } from '@tests/support/postgres';
import { startTestServer } from '@tests/support/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Encodings of databases that were made without `encoding 'UTF8'`, on Debian and on older Japanese servers. */
const ENCODINGS = ['sql_ascii', 'latin1', 'euc_jp', 'euc_jis_2004'];

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.run('create role reader login; alter role reader set default_transaction_read_only = on');
  await postgres.run('create role guest login');
  await postgres.run('create role nobody_yet');
  await postgres.run("create role someone login password 'right'");
  const rules = join(postgres.folder, 'pg_hba.conf');
  writeFileSync(rules, `host all someone 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`);
  await postgres.run('select pg_reload_conf()');
  await postgres.run('create database learning');
  for (const encoding of ENCODINGS)
    await postgres.run(`create database of_${encoding} encoding '${encoding}' template template0`);
});
afterAll(() => postgres.remove());

test.each([
  ['there is no such database', 'manabiba', 'nowhere', /データベースがありません（3D000）。$/],
  ['the password is wrong', 'someone', 'learning', /ユーザー名またはパスワードが違います（28P01）。$/],
  ['the user may not sign in', 'nobody_yet', 'learning', /このユーザーでは接続できません（28000）。$/],
  ['the user may not make tables', 'guest', 'learning', /テーブルを作る権限がありません（42501）。$/],
  ['nothing can be written', 'reader', 'learning', /書き込みができないデータベースです（25006）。$/],
])('a start ends with one line when %s', async (_, user, database, line) => {
  const starting = startTestServer({ databaseUrl: postgres.url(database, `${user}:secret-word`) });

  await expect(starting).rejects.toThrow(ConfigError);
  await expect(starting).rejects.toThrow(line);
  await expect(starting).rejects.toThrow(/^DATABASE_URL: (?!.*secret-word)/);
});

test.each(ENCODINGS)('a start and npm run doctor refuse a database in %s with one sentence', async (encoding) => {
  const databaseUrl = postgres.url(`of_${encoding}`);
  const line = new RegExp(
    `データベースの文字コードがUTF8ではありません（${encoding}）。[^\\n]*encoding 'UTF8'[^\\n]*。$`,
    'i',
  );
  const starting = startTestServer({ databaseUrl });
  await expect(starting).rejects.toThrow(ConfigError);
  await expect(starting).rejects.toThrow(line);
  const findings = await runChecks({ PORT: '0', DATABASE_URL: databaseUrl });

  expect(findings.filter(({ state }) => state === 'fail')).toEqual([
    { about: 'DATABASE_URL', state: 'fail', words: expect.stringMatching(line) as string },
  ]);
});

test('a database that is made as the sentence about the encoding says can be used', async () => {
  await postgres.run("create database remade encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0");

  await (await startTestServer({ databaseUrl: postgres.url('remade') })).stop();
});

test('an error of pgbouncer is shown with its message, because pgbouncer uses one code for all errors', () => {
  const refusal = Object.assign(new pg.DatabaseError('no such database: learning', 0, 'error'), { code: '08P01' });

  expect(startFailure(new Error('away', { cause: refusal }))?.message).toBe(
    'DATABASE_URL: 接続を断られました。相手の言葉は「no such database: learning」です（08P01）。',
  );
});

test('npm run doctor reports the same PostgreSQL problems as a start, and the version of PostgreSQL', async () => {
  const said = async (user: string, env: Record<string, string> = {}) => {
    const findings = await runChecks({
      PORT: '0',
      DATABASE_URL: postgres.url('learning', `${user}:secret-word`),
      ...env,
    });
    const ofDatabase = findings.filter(({ about }) => /^DATABASE|^時計/.test(about));
    return ofDatabase.map(({ about, state, words }) => `${state} ${about}: ${words}`);
  };

  expect(await said('nobody_yet')).toContain('fail DATABASE_URL: このユーザーでは接続できません（28000）。');
  expect(await said('guest')).toEqual([
    expect.stringMatching(/^pass 時計: \d{4}-/),
    expect.stringMatching(/^pass DATABASE_URL: PostgreSQL \d+\.\d+.* につながります。$/),
    'pass DATABASE_URL: 書き込めます。',
    expect.stringMatching(/^fail DATABASE_URL: このユーザーには、テーブルを作る権限がありません。/),
    expect.stringMatching(/^pass DATABASE_CONNECTIONS: 10（相手の上限は \d+）$/),
    'pass 時計: データベースと合っています。',
  ]);
  expect(await said('reader')).toContain('fail DATABASE_URL: 書き込みができないデータベースです。');
  expect(await said('guest', { DATABASE_CONNECTIONS: '1000' })).toContainEqual(
    expect.stringMatching(/^fail DATABASE_CONNECTIONS: 1000 は/),
  );
});
