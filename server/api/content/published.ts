/** SQL condition: a content file is published if a published lesson, question set or course, or the notice, uses it (docs/decisions/0025). */
import { isCoursePublished } from '@server/api/access/visibility';
import { textPictures } from '@server/db/schema';
import { sql } from 'drizzle-orm';

const inPublishedCourse = sql`
  join chapters on chapters.id = lessons.chapter_id
  join sections on sections.id = chapters.section_id
  join courses on courses.id = sections.course_id and ${isCoursePublished}`;

/** SQL for every text that students can read, with its version; the notice has no version. */
const publishedTexts = sql`(
  select 'markdown' as kind, texts.id, texts.updated_at as version
  from contents texts join lessons on lessons.content_id = texts.id ${inPublishedCourse}
  union all
  select 'question-set', question_sets.id, question_sets.updated_at
  from question_sets join lessons on lessons.id = question_sets.lesson_id ${inPublishedCourse}
  union all
  select 'notice', settings.key, null from settings where settings.key = 'info') published`;

const isItsText = sql`shown.kind = published.kind and shown.text_id = published.id`;

const isLessonsText = sql`exists (
  select 1 from lessons ${inPublishedCourse} where lessons.content_id = contents.id)`;

const isCover = sql`exists (
  select 1 from courses where courses.thumbnail_content_id = contents.id and ${isCoursePublished})`;

const isShown = sql`exists (
  select 1 from ${textPictures} shown join ${publishedTexts} on ${isItsText}
  where shown.pictures && array['content:' || contents.id, '/files/' || contents.container_name || '/' || contents.file_name])`;

/**
 * SQL condition: some published text is not scanned for pictures yet. Until then every picture counts as published, because the text may
 * show it.
 */
const isAnyTextUnscanned = sql`exists (
  select 1 from ${publishedTexts} left join ${textPictures} shown on ${isItsText}
  where shown.kind is null or shown.version <> published.version)`;

/** An SQL condition on `contents`: the file is published. */
export const isPublished = sql<boolean>`(
  case contents.file_type when 'md' then ${isLessonsText} else ${isCover} or ${isShown} or ${isAnyTextUnscanned} end)`;
