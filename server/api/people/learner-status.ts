/**
 * Computes a learner's status in SQL, to filter, sort and sum up by; src/study/people/learner-status.ts has the same
 * rule, and both have the same test cases.
 */
import { isCoursePublished, userSeesDrafts } from '@server/api/access/visibility';
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';

import type { PersonState } from '@/api/users';
import { BEHIND_MS, SECOND_MS } from '@/lib/constants';

/** A common table expression of courses, with their number of lessons. @param courseIds undefined for all courses */
function listCourses(database: Database, courseIds: readonly string[] | undefined) {
  return database.$with('known', {}).as(sql`
    select courses.id as course_id, ${isCoursePublished} as published, coalesce(sum(in_chapter), 0)::int as lesson_count
    from courses
    left join sections s on s.course_id = courses.id
    left join chapters ch on ch.section_id = s.id
    left join (select chapter_id, count(*) as in_chapter from lessons group by chapter_id) counted on counted.chapter_id = ch.id
    where ${courseIds ? inArray(sql`courses.id`, [...courseIds]) : sql`true`}
    group by courses.id`);
}

/** SQL that counts the lessons, and the courses that have lessons, in one row; cross join it with `users`. */
const lessonTotals = sql`(
  select sum(lesson_count) as everything, sum(lesson_count) filter (where published) as published,
    count(*) as courses, count(*) filter (where published) as published_courses
  from known where lesson_count > 0) totals`;

const wantedUsers = (isWanted: SQL | undefined) => sql`(select users.id from users where ${isWanted ?? sql`true`})`;

/**
 * Common table expressions of what each user has read in each course, and when they completed it: by a recorded
 * completion, or by having read every lesson.
 *
 * @param isWanted a condition on `users`; all if undefined.
 */
function studiedCourses(database: Database, isWanted: SQL | undefined) {
  const wanted = wantedUsers(isWanted);
  const counted = database.$with('counted', {}).as(sql`
    select user_id, course_id, reads as read, reads >= lesson_count as is_done
    from read_counts join known using (course_id)
    where user_id in ${wanted}`);
  // Only for a completion that is not recorded yet, the readings are read, for its date. Arrays, because PostgreSQL
  // cannot estimate how few there are.
  const unrecorded = database.$with('unrecorded', {}).as(sql`
    select r.user_id, s.course_id, max(r.read_at) as completed_at
    from (
      select array_agg(user_id) as user_ids, array_agg(course_id) as course_ids
      from counted where is_done and not exists (select from completions
        where completions.user_id = counted.user_id and completions.course_id = counted.course_id)
    ) found
    cross join unnest(user_ids, course_ids) pair (user_id, course_id)
    join lesson_reads r on r.user_id = pair.user_id
    join lessons l on l.id = r.lesson_id
    join chapters ch on ch.id = l.chapter_id
    join sections s on s.id = ch.section_id and s.course_id = pair.course_id
    group by r.user_id, s.course_id`);
  const studied = database.$with('studied', {}).as(sql`
    select user_id, course_id, published, lesson_count, coalesce(read, 0) as read, completed_at
    from counted
    full join (
      select user_id, course_id, completed_at from completions where user_id in ${wanted}
      union all
      select user_id, course_id, completed_at from unrecorded
    ) completed using (user_id, course_id)
    join known using (course_id)`);
  return [counted, unrecorded, studied] as const;
}

/**
 * Counts the lessons that each user has read, the courses that they have completed, and how many of these have lost all
 * lessons since; join it with `users` on {@link isReadingOfUser}.
 */
const readings = sql`(
  select user_id, sum(read) as everything, coalesce(sum(read) filter (where published), 0) as published,
    count(completed_at) as courses, count(completed_at) filter (where published) as published_courses,
    count(completed_at) filter (where lesson_count = 0) as emptied,
    count(completed_at) filter (where lesson_count = 0 and published) as published_emptied
  from studied group by user_id
) readings`;

const isReadingOfUser = sql`readings.user_id = ${users.id}`;

/**
 * SQL that sums up the required courses of each learner; join it with `users` on {@link isRequiredOfUser}. Only
 * published courses count that have lessons or are completed. The day of study decides if a course was completed in
 * time; people who joined after the due date are not judged.
 *
 * @param isWanted a condition on `users`; all if undefined.
 */
const requiredOf = (isWanted: SQL | undefined) => sql`(
  select person.id as user_id, count(*) as count, count(completed_at) as completed,
    count(*) filter (where read > 0 or completed_at is not null) as begun,
    count(*) filter (where due_at < statement_timestamp() and person.created_at <= due_at
      and (completed_at is null or completed_at > due_at)) as late
  from users person
  join assignments on assignments.company_id = person.company_id or person.id = any(assignments.user_ids)
  join known on known.course_id = assignments.course_id and known.published
  left join studied on studied.user_id = person.id and studied.course_id = assignments.course_id
  where person.role = 'STUDENT' and person.id in ${wantedUsers(isWanted)}
    and (known.lesson_count > 0 or completed_at is not null)
  group by person.id
) required`;

const isRequiredOfUser = sql`required.user_id = ${users.id}`;

const visible = (all: string, published: string) =>
  sql<number>`coalesce(case when ${userSeesDrafts} then ${sql.raw(all)} else ${sql.raw(published)} end, 0)`;
const lessonCount = visible('totals.everything', 'totals.published');
const readCount = visible('readings.everything', 'readings.published');
const courseCount = visible(
  'totals.courses + coalesce(readings.emptied, 0)',
  'totals.published_courses + coalesce(readings.published_emptied, 0)',
);
const completedCount = visible('readings.courses', 'readings.published_courses');

/** The share of visible lessons that a user has read, 0 to 1; 0 if there are no lessons. */
export const readShare = sql<number>`(case when ${lessonCount} = 0 then 0 else ${readCount}::float8 / ${lessonCount} end)`;

const lastStudy = sql`coalesce(${users.lastStudiedAt}, ${users.createdAt})`;
const hasPaused = sql`${lastStudy} <= statement_timestamp() - make_interval(secs => ${BEHIND_MS / SECOND_MS})`;

/**
 * SQL for a learner's status; null for roles other than STUDENT. If courses are required of a learner, other courses do
 * not count.
 */
export const learnerStatus = sql<PersonState | null>`(case
  when not ${users.active} then 'suspended'
  when ${users.role} <> 'STUDENT' then null
  when required.late > 0 then 'behind'
  when required.completed >= required.count then 'finished'
  when required.count > 0 and ${hasPaused} then 'behind'
  when required.begun = 0 then 'unstarted'
  when required.count > 0 then 'steady'
  when ${courseCount} > 0 and ${completedCount} >= ${courseCount} then 'finished'
  when ${readCount} < ${lessonCount} and ${hasPaused} then 'behind'
  when ${readCount} > 0 or ${users.lastStudiedAt} is not null then 'steady'
  else 'unstarted' end)`;

/**
 * Returns the common table expressions that {@link joinStatus} needs, for the query's `with`.
 *
 * @param isWanted a condition on `users`; all if undefined. Pass the same to both functions.
 * @param courseIds the courses that are counted; undefined for all, as a status needs.
 */
export function statusTables(database: Database, isWanted: SQL | undefined, courseIds?: readonly string[]) {
  return [listCourses(database, courseIds), ...studiedCourses(database, isWanted)] as const;
}

/** Joins a dynamic query on `users` with what {@link learnerStatus} and {@link readShare} need. */
export function joinStatus<Query extends PgSelect>(query: Query, isWanted: SQL | undefined): Query {
  return query
    .crossJoin(lessonTotals)
    .leftJoin(readings, isReadingOfUser)
    .leftJoin(requiredOf(isWanted), isRequiredOfUser) as unknown as Query;
}

/** Reads the learner statuses of some users by id; users without a status are missing. */
export async function readStates(database: Database, ids: readonly string[]): Promise<Map<string, PersonState>> {
  const isWanted = inArray(users.id, [...ids]);
  const people = database
    .with(...statusTables(database, isWanted))
    .select({ id: users.id, state: learnerStatus })
    .from(users)
    .$dynamic();
  const rows = await joinStatus(people, isWanted).where(isWanted);
  return new Map(rows.flatMap(({ id, state }) => (state === null ? [] : [[id, state] as const])));
}
