/** Reads lessons in the shapes of the API: each with the previous and next lesson in the course's reading order. */
import type { Role } from '@server/api/access/permissions';
import { visibleTo } from '@server/api/access/visibility';
import type { Database, Slice } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { chapters, courses, lessons, sections } from '@server/db/schema';
import { containsWords } from '@server/db/search-columns';
import {
  and,
  asc,
  type Column,
  count,
  eq,
  getTableColumns,
  inArray,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type * as z from 'zod/mini';

import { lessonFields, type lessonSchema } from '@/api/lessons';
import { readNames } from '@/api/named';
import type { LessonQuery } from '@/api/title-lists';
import { pick } from '@/lib/pick';

/** The columns of the fields that describe a lesson. */
export const lessonColumns = pick(getTableColumns(lessons), lessonFields);

export type LessonAnswer = z.input<typeof lessonSchema>;

const inCourse = sql`(partition by ${courses.id} order by ${sections.order}, ${sections.id}, ${chapters.order}, ${chapters.id}, ${lessons.order}, ${lessons.id})`;

/**
 * Selects lessons with their position and neighbours in the course. The condition must select whole courses, because
 * positions are counted among the selected lessons.
 */
function placeLessons(database: Database, condition: SQL | undefined) {
  return database
    .select({
      id: lessons.id,
      courseId: sql<string>`${courses.id}`.as('course_id'),
      sectionId: sql<string>`${sections.id}`.as('section_id'),
      chapterId: lessons.chapterId,
      ...lessonColumns,
      order: lessons.order,
      contentId: lessons.contentId,
      previousLessonId: sql<string | null>`lag(${lessons.id}) over ${inCourse}`.as('previous_lesson_id'),
      nextLessonId: sql<string | null>`lead(${lessons.id}) over ${inCourse}`.as('next_lesson_id'),
      position: sql<number>`row_number() over ${inCourse}`.as('position'),
      courseOrder: sql<number>`${courses.order}`.as('course_order'),
      updatedAt: lessons.updatedAt,
      searchText: lessons.searchText,
    })
    .from(lessons)
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(condition)
    .as('placed');
}

function selectPlaced(database: Database, placed: ReturnType<typeof placeLessons>) {
  const questionSets = sql<LessonAnswer['questionSets']>`(
    select coalesce(json_agg(json_build_object(
      'id', q.id, 'title', q.title, 'questionCount', jsonb_array_length(q.questions)) order by q."order", q.id), '[]')
    from question_sets q where q.lesson_id = placed.id)`;
  const { position: _, courseOrder: __, searchText: ___, ...fields } = placed._.selectedFields;
  return database.select({ ...fields, questionSets }).from(placed);
}

/** Selects the ids of the courses with at least one lesson that meets the condition. */
function coursesWith(database: Database, isWanted: SQL | undefined) {
  return database
    .select({ id: sections.courseId })
    .from(lessons)
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(isWanted);
}

type Fields = Record<'id' | 'courseId' | 'contentId', SQLWrapper> & { searchText: Column };

function isAskedFor({ id, courseId, contentId, searchText }: Fields, query: LessonQuery): SQL | undefined {
  const ids = readNames(query.ids);
  return and(
    query.q === undefined ? undefined : containsWords(searchText, query.q),
    query.courseId === undefined ? undefined : eq(courseId, query.courseId),
    query.contentId === undefined ? undefined : eq(contentId, query.contentId),
    ids && inArray(id, ids),
  );
}

/** Returns one page of the lessons that match a query, in reading order. */
export async function listLessons(database: Database, role: Role, query: LessonQuery, { limit, offset }: Slice) {
  const isAsked = isAskedFor({ ...getTableColumns(lessons), courseId: courses.id }, query);
  const isWanted = and(visibleTo(role), isAsked);
  const [counted] = await database
    .select({ total: count() })
    .from(lessons)
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(isWanted);
  const placed = placeLessons(database, isAsked ? inArray(courses.id, coursesWith(database, isWanted)) : isWanted);
  const items: LessonAnswer[] = await selectPlaced(database, placed)
    .where(isAskedFor(placed, query))
    .orderBy(asc(placed.courseOrder), asc(placed.courseId), asc(placed.position))
    .limit(limit)
    .offset(offset);
  return { items, total: counted?.total ?? 0 };
}

const lessonStatement = preparedStatement((database, role: Role) => {
  const lessonId = sql.placeholder('lessonId');
  const isInItsCourse = sql`${courses.id} = (
    select s.course_id from lessons l join chapters c on c.id = l.chapter_id join sections s on s.id = c.section_id
    where l.id = ${lessonId})`;
  const placed = placeLessons(database, and(isInItsCourse, visibleTo(role)));
  return selectPlaced(database, placed).where(eq(placed.id, lessonId)).prepare(`lesson-${role}`);
});

/** Finds a lesson; undefined if it does not exist or the role may not see it. */
export async function findLesson(database: Database, role: Role, lessonId: string): Promise<LessonAnswer | undefined> {
  const [lesson] = await lessonStatement(database, role).execute({ lessonId });
  return lesson;
}
