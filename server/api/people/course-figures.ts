/**
 * The figures of courses, for users who see the records of learners: the number of question sets, of learners, and of
 * learners who have completed the course.
 */
import { type Actor, visiblePeople } from '@server/api/access/permissions';
import type { Database } from '@server/db/database';
import { assignments, courses, users } from '@server/db/schema';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { courseSchema } from '@/api/courses';

import { statusTables } from './learner-status';

type CourseAnswer = z.input<typeof courseSchema>;
type CourseFigures = NonNullable<CourseAnswer['figures']>;

/** A condition on `users`: the active learners whose records the actor sees. */
function isCountedFor(actor: Actor): SQL | undefined {
  const visible = visiblePeople(actor);
  if (visible === 'none') return sql`false`;
  const isInCompany = visible === 'all' ? undefined : eq(users.companyId, visible.companyId);
  return and(eq(users.role, 'STUDENT'), eq(users.active, true), isInCompany);
}

/** Reads the figures of some courses by course, in one statement. */
async function readFiguresOf(database: Database, actor: Actor, courseIds: readonly string[]) {
  const isCounted = isCountedFor(actor);
  // SQL for the learners of a course: those who have begun or completed it, and those for whom it is required.
  const taken = sql`(
    select course_id, user_id, completed_at from studied
    union all
    select ${assignments.courseId}, ${users.id}, null
    from ${assignments} join ${users} on ${assignments.companyId} = ${users.companyId}
      or ${users.id} = any(${assignments.userIds})
    where ${isCounted}
  ) taken`;
  const rows: (CourseFigures & { courseId: string })[] = await database
    .with(...statusTables(database, isCounted, courseIds))
    .select({
      courseId: courses.id,
      questionSetCount: sql<number>`(select count(*)::int from question_sets q
        join lessons l on l.id = q.lesson_id join chapters ch on ch.id = l.chapter_id
        join sections s on s.id = ch.section_id where s.course_id = ${courses.id})`,
      learnerCount: sql<number>`count(distinct taken.user_id)::int`,
      finishedCount: sql<number>`(count(distinct taken.user_id) filter (where taken.completed_at is not null))::int`,
    })
    .from(courses)
    .leftJoin(taken, sql`taken.course_id = ${courses.id}`)
    .where(inArray(courses.id, [...courseIds]))
    .groupBy(courses.id);
  return new Map(rows.map(({ courseId, ...figures }) => [courseId, figures]));
}

/** Adds to courses the figures of the learners whom the actor sees. */
export async function withCourseFigures(
  database: Database,
  actor: Actor,
  listed: readonly CourseAnswer[],
): Promise<CourseAnswer[]> {
  if (listed.length === 0) return [];
  const figures = await readFiguresOf(
    database,
    actor,
    listed.map(({ id }) => String(id)),
  );
  return listed.map((course) => ({ ...course, figures: figures.get(String(course.id)) }));
}
