/**
 * The deleted rows as JSON: those of one thing and of everything below it, each with its columns as PostgreSQL writes
 * them.
 *
 * Version 1: `{courses, sections, chapters, lessons, question_sets}`. A column that is added later without being
 * nullable needs a new version and a step that fills it, or rows of older versions cannot be restored.
 */
import { picturesOfQuestionSet, savePictures } from '@server/api/pictures/text-pictures';
import { conflict } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { chapters, contents, courses, lessons, questionSets, sections } from '@server/db/schema';
import { getTableColumns, getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { NewQuestion } from '@/api/question-set-edits';
import type { TrashKind } from '@/api/trash';

export const ROWS_VERSION = 1;

/** The tables, parents first: the order in which foreign keys allow the rows to be inserted. */
const tables = [courses, sections, chapters, lessons, questionSets] as const;

const rowsSchema = z.object({
  courses: z.array(z.looseObject({ id: z.string(), title: z.string(), thumbnail_content_id: z.nullable(z.string()) })),
  sections: z.array(z.looseObject({ id: z.string(), title: z.string(), course_id: z.string() })),
  chapters: z.array(z.looseObject({ id: z.string(), title: z.string(), section_id: z.string() })),
  lessons: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      chapter_id: z.string(),
      content_id: z.nullable(z.string()),
    }),
  ),
  question_sets: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      lesson_id: z.string(),
      questions: z.array(z.custom<NewQuestion>()),
      updated_at: z.string(),
    }),
  ),
});
export type TrashRows = z.infer<typeof rowsSchema>;

/** Migrations of trash rows from one version to the next: `steps[1]` makes version 2 of version 1. */
const steps: Readonly<Record<number, (rows: unknown) => unknown>> = {};

/**
 * Returns stored rows in the shape of this build.
 *
 * @throws {Problem} 409 for rows of a newer build, after a rollback.
 */
export function toCurrentRows(rows: unknown, version: number): TrashRows {
  if (version > ROWS_VERSION)
    throw conflict('新しい版のサーバーで削除されたものです。サーバーを更新すると、元に戻せます。');
  let current = rows;
  for (let at = version; at < ROWS_VERSION; at += 1) current = steps[at]?.(current) ?? current;
  return z.parse(rowsSchema, current);
}

/** Reads the rows of a deleted thing and of everything below it, which the transaction has locked. */
export async function readRows(transaction: Database, kind: TrashKind, id: string): Promise<TrashRows> {
  const is = (name: TrashKind) => sql`(${kind === name} and id = ${id})`;
  const json = (name: string) =>
    sql`coalesce((select jsonb_agg(to_jsonb(${sql.raw(name)}) - 'search_text') from ${sql.raw(name)}), '[]')`;
  const result = await transaction.execute(sql`
    with co as (select * from courses where ${is('course')}),
      se as (select * from sections where ${is('section')} or course_id in (select id from co)),
      ch as (select * from chapters where ${is('chapter')} or section_id in (select id from se)),
      le as (select * from lessons where ${is('lesson')} or chapter_id in (select id from ch)),
      qu as (select * from question_sets where ${is('question-set')} or lesson_id in (select id from le))
    select jsonb_build_object('courses', ${json('co')}, 'sections', ${json('se')}, 'chapters', ${json('ch')},
      'lessons', ${json('le')}, 'question_sets', ${json('qu')}) as rows`);
  return z.parse(rowsSchema, (result as unknown as { rows: { rows: unknown }[] }).rows[0]?.rows);
}

/** Returns the ids of the files that rows refer to. */
export function contentIdsOf({ courses: deleted, lessons: deletedLessons }: TrashRows): string[] {
  const ids = [
    ...deleted.map((course) => course.thumbnail_content_id),
    ...deletedLessons.map((lesson) => lesson.content_id),
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}

/**
 * Returns rows without references to files that no longer exist: an older build may have deleted them after a rollback.
 */
async function withExistingFiles(transaction: Database, rows: TrashRows): Promise<TrashRows> {
  const ids = contentIdsOf(rows);
  const existing =
    ids.length === 0
      ? []
      : await transaction.select({ id: contents.id }).from(contents).where(inArray(contents.id, ids)).for('key share');
  const found = new Set(existing.map(({ id }) => id));
  const orNull = (id: string | null) => (id !== null && found.has(id) ? id : null);
  return {
    ...rows,
    courses: rows.courses.map((row) => ({ ...row, thumbnail_content_id: orNull(row.thumbnail_content_id) })),
    lessons: rows.lessons.map((row) => ({ ...row, content_id: orNull(row.content_id) })),
  };
}

/** The names of the stored columns, without generated ones. */
function columnsOf(table: (typeof tables)[number]): SQL {
  const stored = Object.values(getTableColumns(table)).filter(({ generated }) => !generated);
  return sql.join(
    stored.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
}

/**
 * Inserts rows of the trash into their tables again, with their ids, and the pictures that the question sets show.
 * Columns that are newer than the rows become null.
 */
export async function insertRows(transaction: Database, rows: TrashRows): Promise<void> {
  const whole = await withExistingFiles(transaction, rows);
  for (const table of tables) {
    const name = getTableName(table);
    const columns = columnsOf(table);
    const json = JSON.stringify(whole[name]);
    await transaction.execute(sql`
      insert into ${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.identifier(name)}, ${json}::jsonb)`);
  }
  const sets = rows.question_sets.map(({ updated_at: updatedAt, ...set }) => ({ ...set, updatedAt }));
  await savePictures(transaction, sets.map(picturesOfQuestionSet));
}
