/** Total size of the files, and the largest files with the lessons and courses that use them. */
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { asc, count, desc, sql } from 'drizzle-orm';

import type { FileSizes } from '@/api/file-sizes';

import { contentFields } from './contents';

const LARGEST_COUNT = 20;

/** The lessons that use a file: as their text, in their text, or in their questions. */
const lessonsOf = sql<FileSizes['largest'][number]['lessons']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', lessons.id, 'title', lessons.title) order by lessons.title, lessons.id), '[]')
  from lessons where lessons.content_id = contents.id or lessons.id in (
    select coalesce(question_sets.lesson_id, texts.id) from text_pictures shown
    left join question_sets on shown.kind = 'question-set' and question_sets.id = shown.text_id
    left join lessons texts on shown.kind = 'markdown' and texts.content_id = shown.text_id
    where shown.pictures && array['content:' || contents.id, '/files/' || contents.container_name || '/' || contents.file_name]))`;

/** The courses that a file is the picture of. */
const coursesOf = sql<FileSizes['largest'][number]['courses']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', courses.id, 'title', courses.title) order by courses.title, courses.id), '[]')
  from courses where courses.thumbnail_content_id = contents.id)`;

/** Reads count, total size and the 20 largest files from the column `byte_length`. */
export async function readFileSizes(database: Database): Promise<FileSizes> {
  const byteLength = sql<number>`coalesce(sum(${contents.byteLength}), 0)::double precision`;
  const [all] = await database.select({ count: count(), byteLength }).from(contents);
  const largest = await database
    .select({ ...contentFields, lessons: lessonsOf, courses: coursesOf })
    .from(contents)
    .orderBy(desc(contents.byteLength), asc(contents.id))
    .limit(LARGEST_COUNT);
  return { count: all?.count ?? 0, byteLength: all?.byteLength ?? 0, largest };
}
