/**
 * Finds what uses a content file: one rule for its visibility, its deletion, the list of files, and the sizes of files.
 */
import { isChapterPublished, isCoursePublished } from '@server/api/access/visibility';
import { isKept } from '@server/api/shared/kept-in-trash';
import { isVersionOf } from '@server/api/shared/version-files';
import { sql } from 'drizzle-orm';

import type { ContentUse } from '@/api/files/contents';

/** How texts name a file of `contents`: by id, or by its path as `filePath` writes it. */
const names = sql`array['content:' || contents.id, '/files/' || contents.container_name || '/' || contents.file_name]`;

/** Of a text in `uses`: its pictures are those of its present version. */
const isScanned = sql`shown.version = coalesce(
  question_sets.updated_at, (select texts.updated_at from contents texts where texts.id = lessons.content_id))`;
/** The chapter of a text in `uses`. */
const chapterId = sql`coalesce(
  lessons.chapter_id, (select parent.chapter_id from lessons parent where parent.id = question_sets.lesson_id))`;

/**
 * A subquery of `contents` with one row per use of the file; `rank` puts the most important use first. Columns `kind`,
 * `title`, `lesson_id`, `course_id` as in `ContentUse`. `is_public`: students see the file there; a text that was saved
 * since it was scanned does not count. A file with an earlier version of a lesson's text is recognised by its name.
 */
export const uses = sql`(
  select 1 as rank, 'text' as kind, title, id as lesson_id, null as course_id, ${isChapterPublished(sql`lessons.chapter_id`)} as is_public
  from lessons where content_id = contents.id
  union all
  select 2, 'cover', title, null, id, ${isCoursePublished} from courses where thumbnail_content_id = contents.id
  union all
  select case shown.kind when 'markdown' then 3 when 'question-set' then 4 else 5 end,
    case shown.kind when 'markdown' then 'picture' else shown.kind end,
    coalesce(lessons.title, question_sets.title, ''), coalesce(lessons.id, question_sets.lesson_id), null,
    shown.kind = 'notice' or ${isScanned} and ${isChapterPublished(chapterId)}
  from text_pictures shown
  left join lessons on shown.kind = 'markdown' and lessons.content_id = shown.text_id
  left join question_sets on shown.kind = 'question-set' and question_sets.id = shown.text_id
  where shown.pictures && ${names}
    and (lessons.id is not null or question_sets.id is not null or shown.kind = 'notice')
  union all
  select distinct 6, 'version-picture', lessons.title, lessons.id, null, false
  from text_pictures shown
  join contents texts on shown.kind = 'markdown' and texts.id = shown.text_id
  join lessons on ${isVersionOf(sql`lessons.id`, sql`texts.file_name`)} and lessons.content_id is distinct from texts.id
  where shown.pictures && ${names}
  union all
  select 7, 'trash', title, null, null, false from trash
  where ${isKept} and (content_ids @> array[contents.id] or pictures && ${names} or text_ids && array(
    select shown.text_id from text_pictures shown where shown.kind = 'markdown' and shown.pictures && ${names}))
  union all
  select 8, 'version', title, id, null, false from lessons
  where ${isVersionOf(sql`id`, sql`contents.file_name`)} and content_id is distinct from contents.id) used`;

/** Returns the uses of a file in the API's shape. */
export const usesField = sql<ContentUse[]>`(
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'kind', kind, 'title', title, 'lessonId', lesson_id, 'courseId', course_id)) order by rank, title, lesson_id), '[]')
  from ${uses})`;

/** Returns a use as part of a Japanese sentence that ends in 「使われています。」. */
const phrases: Record<string, (title: string) => string> = {
  text: (title) => `レッスン「${title}」の本文として`,
  cover: (title) => `コース「${title}」の画像として`,
  picture: (title) => `レッスン「${title}」で`,
  'question-set': (title) => `問題「${title}」で`,
  notice: () => 'お知らせで',
  'version-picture': (title) => `レッスン「${title}」の以前の版で`,
  trash: (title) => `ごみ箱の「${title}」で`,
};

/** Returns what keeps a file from being deleted, as part of a Japanese sentence; undefined if nothing does. */
export function blockingUse(all: readonly ContentUse[]): string | undefined {
  const use = all.find(({ kind }) => kind in phrases);
  return use && phrases[use.kind]?.(use.title);
}
