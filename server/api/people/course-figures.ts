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
  const learners = sql`(
    select course_id, count(*)::int as count, count(completed_at)::int as finished
    from (
      select course_id, user_id, max(completed_at) as completed_at
      from (
        select course_id, user_id, completed_at from studied
        union all
        select ${assignments.courseId}, ${users.id}, null
        from ${assignments} join ${users} on ${assignments.companyId} = ${users.companyId}
          or ${users.id} = any(${assignments.userIds})
        where ${isCounted}
      ) taken group by course_id, user_id
    ) learner group by course_id
  ) learners`;
  const sets = sql`(
    select s.course_id, count(*)::int as count from question_sets q
    join lessons l on l.id = q.lesson_id join chapters ch on ch.id = l.chapter_id join sections s on s.id = ch.section_id
    group by s.course_id
  ) sets`;
  const rows: (CourseFigures & { courseId: string })[] = await database
    .with(...statusTables(database, isCounted, courseIds))
    .select({
      courseId: courses.id,
      questionSetCount: sql<number>`coalesce(sets.count, 0)`,
      learnerCount: sql<number>`coalesce(learners.count, 0)`,
      finishedCount: sql<number>`coalesce(learners.finished, 0)`,
    })
    .from(courses)
    .leftJoin(sets, sql`sets.course_id = ${courses.id}`)
    .leftJoin(learners, sql`learners.course_id = ${courses.id}`)
    .where(inArray(courses.id, [...courseIds]));
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
