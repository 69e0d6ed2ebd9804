/**
 * Finds texts whose pictures are not known: an older version of the server saved or deleted them (docs/decisions/0025).
 */
import { isChapterPublished } from '@server/api/access/visibility';
import { isKept } from '@server/api/shared/kept-in-trash';
import type { TextKind } from '@server/db/schema';
import { type SQL, sql } from 'drizzle-orm';

const isLessonPublished = isChapterPublished(sql`lessons.chapter_id`);

/**
 * A subquery with one row per text that must be scanned. `is_public`: students read the text. Deletions in the trash
 * are scanned too.
 */
const unscanned = sql`(
  select 'markdown' as kind, texts.id,
    exists (select from lessons where lessons.content_id = texts.id and ${isLessonPublished}) as is_public
  from contents texts left join text_pictures shown on shown.kind = 'markdown' and shown.text_id = texts.id
  where texts.file_type = 'md' and shown.version is distinct from texts.updated_at
  union all
  select 'question-set', sets.id,
    exists (select from lessons where lessons.id = sets.lesson_id and ${isLessonPublished})
  from question_sets sets left join text_pictures shown on shown.kind = 'question-set' and shown.text_id = sets.id
  where shown.version is distinct from sets.updated_at
  union all
  select 'notice', key, true from settings
  where key = 'info' and not exists (select from text_pictures where kind = 'notice')
  union all
  select 'trash', id, false from trash where pictures is null and ${isKept}) unscanned`;

/** SQL for the ids of the texts of a kind that must be scanned; `trash`: the ids of deletions. */
export function unscannedIds(kind: TextKind | 'trash'): SQL {
  return sql`(select id from ${unscanned} where kind = ${kind})`;
}

/** Returns the SQL condition that some text is not scanned yet. @param which all texts, or those that students read. */
export function isAnyTextUnscanned(which: 'all' | 'published'): SQL<boolean> {
  return sql`exists (select from ${unscanned} where is_public or ${which === 'all'})`;
}
