/** A start on a PostgreSQL that does not let us: one line that says what to do, and no address, which holds a password. */
import { ConfigError } from '@server/environment';
import { type Postgres, startPostgres } from '@tests/support/postgres';
import { startTestServer } from '@tests/support/server';
import { afterAll, beforeAll, expect, test } from 'vitest';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.run('create role reader login; alter role reader set default_transaction_read_only = on');
  await postgres.run('create role guest login');
  await postgres.run('create role nobody_yet');
  await postgres.run('create database learning');
});
afterAll(() => postgres.remove());

test.each([
  ['there is no such database', 'manabiba', 'nowhere', /データベースがありません（3D000）。$/],
  ['the user may not sign in', 'nobody_yet', 'learning', /このユーザーでは接続できません（28000）。$/],
  ['the user may not make tables', 'guest', 'learning', /テーブルを作る権限がありません（42501）。$/],
  ['nothing can be written', 'reader', 'learning', /書き込みができないデータベースです（25006）。$/],
])('when %s', async (_, user, database, line) => {
  const starting = startTestServer({ databaseUrl: postgres.url(database, `${user}:secret-word`) });

  await expect(starting).rejects.toThrow(ConfigError);
  await expect(starting).rejects.toThrow(line);
  await expect(starting).rejects.toThrow(/^DATABASE_URL: (?!.*secret-word)/);
});
