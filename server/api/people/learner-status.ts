/** A learner's status in SQL, to filter, sort and sum up by; src/study/learner-status.ts has the same rule, and both have the same test cases. */
import { isCoursePublished, userSeesDrafts } from '@server/api/access/visibility';
import type { Database } from '@server/db/database';
import { chapters, courses, lessons, sections, users } from '@server/db/schema';
import { eq, type SQL, sql } from 'drizzle-orm';

import type { PersonState } from '@/api/people-lists';
import { BEHIND_MS, SECOND_MS } from '@/lib/constants';

/** A common table expression of all lessons, for the two queries below: evaluated once per statement. */
export function listLessons(database: Database) {
  return database.$with('listed').as(
    database
      .select({
        id: lessons.id,
        courseId: sql<string>`${courses.id}`.as('course_id'),
        published: sql<boolean>`${isCoursePublished}`.as('published'),
        inCourse: sql<number>`count(*) over (partition by ${courses.id})`.as('in_course'),
      })
      .from(lessons)
      .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
      .innerJoin(sections, eq(sections.id, chapters.sectionId))
      .innerJoin(courses, eq(courses.id, sections.courseId)),
  );
}

/** Counts the lessons and the courses that have any, in one row; cross join it with `users`. */
export const lessonTotals = sql`(
  select count(*) as everything, count(*) filter (where published) as published,
    count(distinct course_id) as courses, count(distinct course_id) filter (where published) as published_courses
  from listed) totals`;

/**
 * Counts the lessons that each user has read, and the courses that they have completed: with a recorded completion, or by
 * having read every lesson. Join it with `users` on {@link isReadingOfUser}.
 *
 * @param isWanted a condition on `users`; all if undefined.
 */
export function readingsOf(isWanted: SQL | undefined): SQL {
  const wanted = sql`(select users.id from users where ${isWanted ?? sql`true`})`;
  return sql`(
    select user_id, sum(read) as everything, coalesce(sum(read) filter (where published), 0) as published,
      count(*) filter (where completed) as courses, count(*) filter (where completed and published) as published_courses
    from (
      select user_id, course_id, published, sum(read) as read, bool_or(recorded) or sum(read) >= in_course as completed
      from (
        select lesson_reads.user_id, course_id, published, in_course, 1 as read, false as recorded
        from lesson_reads join listed on listed.id = lesson_reads.lesson_id
        where lesson_reads.user_id in ${wanted}
        union all
        select completions.user_id, course_id, published, in_course, 0, true
        from completions
        join (select distinct course_id, published, in_course from listed) known using (course_id)
        where completions.user_id in ${wanted}
      ) studied
      group by user_id, course_id, published, in_course
    ) by_course
    group by user_id
  ) readings`;
}

export const isReadingOfUser = sql`readings.user_id = ${users.id}`;

const visible = (all: string, published: string) =>
  sql<number>`coalesce(case when ${userSeesDrafts} then ${sql.raw(all)} else ${sql.raw(published)} end, 0)`;
const lessonCount = visible('totals.everything', 'totals.published');
const readCount = visible('readings.everything', 'readings.published');
const courseCount = visible('totals.courses', 'totals.published_courses');
const completedCount = visible('readings.courses', 'readings.published_courses');

/** The share of visible lessons that a user has read, 0 to 1; 0 if there are no lessons. */
export const readShare = sql<number>`(case when ${lessonCount} = 0 then 0 else ${readCount}::float8 / ${lessonCount} end)`;

const lastStudy = sql`coalesce(${users.lastStudiedAt}, ${users.createdAt})`;
const isBehind = sql`${readCount} < ${lessonCount}
  and ${lastStudy} <= statement_timestamp() - make_interval(secs => ${BEHIND_MS / SECOND_MS})`;

/** A user's state; null for roles other than STUDENT. */
export const learnerStatus = sql<PersonState | null>`(case
  when not ${users.active} then 'suspended'
  when ${users.role} <> 'STUDENT' then null
  when ${courseCount} > 0 and ${completedCount} >= ${courseCount} then 'finished'
  when ${isBehind} then 'behind'
  when ${readCount} > 0 or ${users.lastStudiedAt} is not null then 'steady'
  else 'unstarted' end)`;
