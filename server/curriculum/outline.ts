/** Reads chapters with their lessons: what one course and one section carry. */
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { outlineChapterSchema } from '@/api/courses';
import type { Database } from '@server/db/database';
import { chapters, lessons, sections } from '@server/db/schema';

type OutlineChapterAnswer = z.input<typeof outlineChapterSchema>;

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function readOutlineLessons(database: Database, isWanted: SQL) {
  return database
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
}

/**
 * Reads chapters and lessons in reading order, by section id.
 *
 * @param isWanted a condition on `sections`.
 */
export async function readChapters(database: Database, isWanted: SQL): Promise<Map<string, OutlineChapterAnswer[]>> {
  const rows = await database
    .select({ sectionId: chapters.sectionId, id: chapters.id, title: chapters.title, order: chapters.order })
    .from(chapters)
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .where(isWanted)
    .orderBy(asc(chapters.order), asc(chapters.id));
  const lessonsOf = groupBy(await readOutlineLessons(database, isWanted), (lesson) => lesson.chapterId);
  const chaptersOf = new Map<string, OutlineChapterAnswer[]>();
  for (const [sectionId, ofSection] of groupBy(rows, (chapter) => chapter.sectionId)) {
    const outlined = ofSection.map(({ id, title, order }) => {
      const outlineLessons = (lessonsOf.get(id) ?? []).map(({ chapterId: _, ...lesson }) => lesson);
      return { id, title, order, lessons: outlineLessons };
    });
    chaptersOf.set(sectionId, outlined);
  }
  return chaptersOf;
}
