/** Reads chapters with their lessons: what one course and one section carry. */
import type { Database } from '@server/db/database';
import { chapters, lessons, sections } from '@server/db/schema';
import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { outlineChapterSchema } from '@/api/courses';

type OutlineChapterAnswer = z.input<typeof outlineChapterSchema>;

type OutlineLessonAnswer = NonNullable<OutlineChapterAnswer['lessons']>[number];

function addTo<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Lessons by chapter id. */
async function readOutlineLessons(database: Database, isWanted: SQL) {
  const rows = await database
    .select({
      chapterId: lessons.chapterId,
      id: lessons.id,
      title: lessons.title,
      order: lessons.order,
      minutes: lessons.minutes,
      questionSetCount: sql<number>`(select count(*)::int from question_sets q where q.lesson_id = lessons.id)`,
      updatedAt: lessons.updatedAt,
    })
    .from(lessons)
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .where(isWanted)
    .orderBy(asc(lessons.order), asc(lessons.id));
  const lessonsOf = new Map<string, OutlineLessonAnswer[]>();
  for (const { chapterId, ...lesson } of rows) addTo(lessonsOf, chapterId, lesson);
  return lessonsOf;
}

/**
 * Reads chapters and lessons in reading order, by section id.
 *
 * @param isWanted a condition on `sections`.
 */
export async function readChapters(database: Database, isWanted: SQL): Promise<Map<string, OutlineChapterAnswer[]>> {
  const rows = await database
    .select(getTableColumns(chapters))
    .from(chapters)
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .where(isWanted)
    .orderBy(asc(chapters.order), asc(chapters.id));
  const lessonsOf = await readOutlineLessons(database, isWanted);
  const chaptersOf = new Map<string, OutlineChapterAnswer[]>();
  for (const { sectionId, ...chapter } of rows) {
    addTo(chaptersOf, sectionId, { ...chapter, lessons: lessonsOf.get(chapter.id) ?? [] });
  }
  return chaptersOf;
}
