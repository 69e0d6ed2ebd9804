/**
 * Tests the migration that adds completions: people who completed a course before it get a completion, dated by the day
 * of study.
 */
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '@server/db/database';
import { knownMigrations, prepareDatabase } from '@server/db/prepare-database';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { expect, test } from 'vitest';

const curriculum = `
  insert into courses (id, title, description, status, "order", updated_at)
    values ('c', '消火', '', 'published', 0, now()), ('draft', '下書き', '', 'draft', 1, now());
  insert into sections (id, course_id, title, description, "order", updated_at)
    values ('s', 'c', '', '', 0, now()), ('s2', 'draft', '', '', 0, now());
  insert into chapters (id, section_id, title, "order") values ('ch', 's', '', 0), ('ch2', 's2', '', 0);
  insert into lessons (id, chapter_id, title, "order", updated_at)
    values ('second', 'ch', '二', 1, now()), ('first', 'ch', '一', 0, now()), ('other', 'ch2', '他', 0, now());
  insert into question_sets (id, lesson_id, title, "order", questions, updated_at) values ('q', 'first', '確認', 0, '[]', now());`;
const study = `
  insert into lesson_reads (user_id, lesson_id, read_at, received_at) values
    ('done', 'first', '2025-03-02T01:00:00Z', now()), ('done', 'second', '2025-03-01T01:00:00Z', null),
    ('half', 'first', now(), now()), ('half', 'other', now(), now());
  insert into submits (id, user_id, client_submit_id, question_set_id, question_set_updated_at, answers, results, score, max_score, studied_at, answered_at, received_at)
    values ('1', 'done', '1', 'q', now(), '[]', '[]', 4, 5, '2025-03-01', now(), now()), ('2', 'done', '2', 'q', now(), '[]', '[]', 2, 5, '2025-03-02', now(), now());`;

const migrations = readMigrationFiles({ migrationsFolder: 'server/db/migrations' });
const indexOf = (words: string) => migrations.findIndex(({ sql }) => sql.join().includes(words));
async function apply(database: PGlite, some: typeof migrations): Promise<void> {
  for (const statement of some.flatMap(({ sql }) => sql)) await database.exec(statement);
}

test('people who had read every lesson of a published course have its completion after the migration', async () => {
  const database = new PGlite();
  const since = indexOf('CREATE TABLE "completions"');
  await apply(database, migrations.slice(0, since));
  await database.exec(curriculum + study);
  await apply(database, migrations.slice(since));

  const { rows } = await database.query(
    'select user_id, course_id, completed_at, course_title, lessons, question_sets from completions',
  );
  expect(rows).toEqual([
    {
      user_id: 'done',
      course_id: 'c',
      completed_at: new Date('2025-03-02T01:00:00Z'),
      course_title: '消火',
      lessons: [
        { lessonId: 'first', title: '一', readAt: '2025-03-02T01:00:00.000Z' },
        { lessonId: 'second', title: '二', readAt: '2025-03-01T01:00:00.000Z' },
      ],
      question_sets: [{ questionSetId: 'q', title: '確認', bestScore: 4, maxScore: 5 }],
    },
  ]);
  await database.close();
});

test('completions recorded by the previous build get the time when the last reading arrived, else the recording time', async () => {
  const database = new PGlite();
  const since = indexOf('ALTER TABLE "completions" ADD COLUMN IF NOT EXISTS "received_at"');
  await apply(database, migrations.slice(0, since));
  await database.exec(curriculum);
  await database.exec(`
    insert into lesson_reads (user_id, lesson_id, read_at, received_at) values
      ('ship', 'first', '2025-03-01T01:00:00Z', '2025-04-01T02:00:00Z'), ('ship', 'second', '2025-03-02T01:00:00Z', '2025-04-01T01:00:00Z'),
      ('ship', 'other', '2025-03-01T01:00:00Z', '2025-05-01T01:00:00Z');
    insert into completions (user_id, course_id, completed_at, recorded_at, course_title, lessons, question_sets)
      select who, 'c', '2025-03-02T01:00:00Z', '2025-04-01T03:00:00Z', '消火', '[{"lessonId":"first"},{"lessonId":"second"}]', '[]'
      from unnest(array['ship', 'gone']) who;`);
  await apply(database, migrations.slice(since));

  const { rows } = await database.query('select user_id, received_at from completions order by user_id desc');
  expect(rows).toEqual([
    { user_id: 'ship', received_at: new Date('2025-04-01T02:00:00Z') },
    { user_id: 'gone', received_at: new Date('2025-04-01T03:00:00Z') },
  ]);
  await database.close();
});

/**
 * The SQL by which earlier builds wrote a completion: the first with `recorded_at`, those of 26 November 2026 with
 * `received_at`.
 */
const insertBy = (column: 'recorded_at' | 'received_at', userId: string) =>
  `insert into completions (user_id, course_id, completed_at, ${column}, course_title, lessons, question_sets)
    values ('${userId}', 'c', '2025-03-02T01:00:00Z', '2025-04-01T03:00:00Z', '消火', '[]', '[]')`;
/**
 * The hash of migration 0009 in the form that the builds of 26 November 2026 had, in which one column has another name.
 */
const otherHash = '27c6dde70e5db8bb4029bf44d5bbc7caa7006c860d6ca7a48aaba0b07e521959';

test.each([
  ['recorded_at', (words: string) => words, undefined],
  ['received_at', (words: string) => words.replaceAll('recorded_at', 'received_at'), otherHash],
] as const)(
  'a database whose completions have %s opens, keeps its rows, and takes rows of either older build',
  async (column, toForm, hash) => {
    const client = new PGlite();
    const [at, since] = [indexOf('CREATE TABLE "completions"'), indexOf('IF NOT EXISTS "received_at"')];
    await client.exec('create table migrations (hash text primary key, applied_at timestamptz not null)');
    for (const [place, migration] of migrations.slice(0, since).entries()) {
      for (const statement of migration.sql) await client.exec(place === at ? toForm(statement) : statement);
      const applied = place === at ? (hash ?? migration.hash) : migration.hash;
      await client.query('insert into migrations values ($1, now())', [applied]);
    }
    await client.exec(insertBy(column, 'yesterday'));

    const database = drizzle({ client }) as unknown as Database;
    await prepareDatabase(database, () => Promise.resolve());
    await client.exec(insertBy('recorded_at', 'back-to-first'));
    await client.exec(insertBy('received_at', 'back-to-second'));

    const { rows } = await client.query(
      'select user_id, coalesce(received_at, recorded_at) as at from completions order by user_id desc',
    );
    const written = new Date('2025-04-01T03:00:00Z');
    expect(rows).toEqual(['yesterday', 'back-to-second', 'back-to-first'].map((user_id) => ({ user_id, at: written })));
    const recorded = await client.query<{ hash: string }>('select hash from migrations');
    expect(recorded.rows.map((row) => row.hash).toSorted()).toEqual(knownMigrations().toSorted());
    await client.close();
  },
);
