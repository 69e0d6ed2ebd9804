/**
 * Tests the migration that adds search columns: rows of older versions are searchable, also those written after a
 * rollback.
 */
import { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';

const insertSomeone = `insert into users (id, username, password_hash, name, name_kana, role, active, created_at, updated_at)
  values ($1, $1, '', $2, $3, 'STUDENT', true, now(), now())`;

test('a search finds and sorts people from before the migration, and those that the older version writes after a rollback', async () => {
  const database = new PGlite();
  const migrations = readMigrationFiles({ migrationsFolder: 'server/db/migrations' });
  const apply = async (some: typeof migrations) => {
    for (const statement of some.flatMap(({ sql }) => sql)) await database.exec(statement);
  };
  const since = migrations.findIndex(({ sql }) => sql.join().includes('search_text'));
  await apply(migrations.slice(0, since));
  await database.query(insertSomeone, ['before', '東海林 ガモウ', 'ショウジ ガモウ']);
  await apply(migrations.slice(since));
  await database.query(insertSomeone, ['after', '相川', null]);
  await database.query(`update users set name = '相川 Ｂ' where id = 'after'`);

  const { rows } = await database.query('select search_text, sort_name from users order by id');
  expect(rows).toEqual([
    { search_text: '相川b\u0001\u0001after\u0001', sort_name: '相川 b' },
    { search_text: '東海林がもう\u0001しょうじがもう\u0001before\u0001', sort_name: 'しようし かもう' },
  ]);
  await database.close();
});
