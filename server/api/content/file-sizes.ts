/** Total size of the files, and the largest files with the lessons and courses that use them. */
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { asc, count, desc, sql } from 'drizzle-orm';

import type { FileSizes } from '@/api/files/file-sizes';

import { contentFields } from './contents';
import { uses, usesField } from './uses';

const LARGEST_COUNT = 20;

/**
 * The lessons that use a file: as their markdown text, as a picture in the text, or as a picture in their questions.
 */
const lessonsOf = sql<FileSizes['largest'][number]['lessons']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title) order by title, id), '[]') from lessons
  where id in (select lesson_id from ${uses} where kind not in ('version', 'version-picture')))`;

/** The courses whose cover a file is. */
const coursesOf = sql<FileSizes['largest'][number]['courses']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', course_id, 'title', title) order by title, course_id), '[]')
  from ${uses} where kind = 'cover')`;

/** Reads count, total size and the 20 largest files from the column `byte_length`. */
export async function readFileSizes(database: Database): Promise<FileSizes> {
  const byteLength = sql<number>`coalesce(sum(${contents.byteLength}), 0)::double precision`;
  const [all] = await database.select({ count: count(), byteLength }).from(contents);
  const largest = await database
    .select({ ...contentFields, uses: usesField, lessons: lessonsOf, courses: coursesOf })
    .from(contents)
    .orderBy(desc(contents.byteLength), asc(contents.id))
    .limit(LARGEST_COUNT);
  return { count: all?.count ?? 0, byteLength: all?.byteLength ?? 0, largest };
}
