/** Tests the migration that adds the trash: rows of an older database can be moved there and restored. */
import { PGlite } from '@electric-sql/pglite';
import { moveToTrash } from '@server/api/curriculum/trash/move-to-trash';
import { restoreFromTrash } from '@server/api/curriculum/trash/restore';
import type { Database } from '@server/db/database';
import * as schema from '@server/db/schema';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { expect, test } from 'vitest';

const yesterday = `
  insert into contents (id, container_name, file_name, file_type, media_type, byte_length, bytes, updated_at)
    values ('text', 'pub-container', 'a.md', 'md', 'text/markdown', 0, '', now());
  insert into courses (id, title, description, status, "order", updated_at) values ('c', '消火', '', 'draft', 0, now());
  insert into sections (id, course_id, title, description, "order", updated_at) values ('s', 'c', '', '', 0, now());
  insert into chapters (id, section_id, title, "order") values ('ch', 's', '章', 0);
  insert into lessons (id, chapter_id, title, "order", content_id, updated_at) values ('l', 'ch', '一', 0, 'text', now());
  insert into question_sets (id, lesson_id, title, "order", questions, updated_at)
    values ('q', 'l', '確認', 0, '[{"id":"q1","type":"text","body":"問","choices":[],"acceptedAnswers":["答"]}]', now());`;

test('a course of the previous version’s database is moved to the trash and restored without a change of its rows', async () => {
  const pglite = new PGlite();
  const migrations = readMigrationFiles({ migrationsFolder: 'server/db/migrations' });
  const apply = async (some: typeof migrations) => {
    for (const statement of some.flatMap(({ sql }) => sql)) await pglite.exec(statement);
  };
  const since = migrations.findIndex(({ sql }) => sql.join().includes('CREATE TABLE "trash"'));
  await apply(migrations.slice(0, since));
  await pglite.exec(yesterday);
  await apply(migrations.slice(since));
  const database = drizzle({ client: pglite, schema }) as unknown as Database;
  const all = async () => {
    const rows: unknown[] = [];
    for (const table of ['sections', 'chapters', 'lessons', 'question_sets'])
      rows.push((await pglite.query(`select * from ${table}`)).rows);
    return rows;
  };
  const before = await all();
  const actor = { id: 'u', role: 'ADMIN', companyId: null, sessionId: '' } as const;

  await database.transaction((transaction) => moveToTrash(transaction, actor, { kind: 'course', id: 'c' }));
  expect(await all()).toEqual([[], [], [], []]);
  const [item] = await database.select({ id: schema.trash.id }).from(schema.trash);
  await restoreFromTrash(database, actor, item?.id ?? '', 'draft');

  expect(await all()).toEqual(before);
  await pglite.close();
});
