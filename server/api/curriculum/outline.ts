/** Reads chapters with their lessons, for the outline of a course or a section. */
import type { Database } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { chapters, lessons, sections } from '@server/db/schema';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { outlineChapterSchema } from '@/api/courses';

import { lessonColumns } from './lessons';

type OutlineChapterAnswer = z.input<typeof outlineChapterSchema>;

type OutlineLessonAnswer = NonNullable<OutlineChapterAnswer['lessons']>[number];

function addTo<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

type Whole = 'course' | 'section';

/** Conditions on `sections` that select one course or one section. */
const isOf = {
  course: eq(sections.courseId, sql.placeholder('id')),
  section: eq(sections.id, sql.placeholder('id')),
};

const lessonsStatement = preparedStatement((database, whole: Whole) =>
  database
    .select({
      chapterId: lessons.chapterId,
      id: lessons.id,
      ...lessonColumns,
      order: lessons.order,
      questionSetCount: sql<number>`(select count(*)::int from question_sets q where q.lesson_id = lessons.id)`,
      updatedAt: lessons.updatedAt,
    })
    .from(lessons)
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .where(isOf[whole])
    .orderBy(asc(lessons.order), asc(lessons.id))
    .prepare(`lessons-of-${whole}`),
);

const chaptersStatement = preparedStatement((database, whole: Whole) =>
  database
    .select(getTableColumns(chapters))
    .from(chapters)
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .where(isOf[whole])
    .orderBy(asc(chapters.order), asc(chapters.id))
    .prepare(`chapters-of-${whole}`),
);

/** Reads the lessons of the outline, grouped by chapter id. */
async function readOutlineLessons(database: Database, whole: Whole, id: string) {
  const lessonsOf = new Map<string, OutlineLessonAnswer[]>();
  for (const { chapterId, ...lesson } of await lessonsStatement(database, whole).execute({ id }))
    addTo(lessonsOf, chapterId, lesson);
  return lessonsOf;
}

/** Reads the chapters and lessons of a course or a section in reading order, grouped by section id. */
export async function readChapters(
  database: Database,
  whole: Whole,
  id: string,
): Promise<Map<string, OutlineChapterAnswer[]>> {
  const rows = await chaptersStatement(database, whole).execute({ id });
  const lessonsOf = await readOutlineLessons(database, whole, id);
  const chaptersOf = new Map<string, OutlineChapterAnswer[]>();
  for (const { sectionId, ...chapter } of rows) {
    addTo(chaptersOf, sectionId, { ...chapter, lessons: lessonsOf.get(chapter.id) ?? [] });
  }
  return chaptersOf;
}
