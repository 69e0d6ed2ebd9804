/** A learner's status in SQL, to filter, sort and sum up by; src/study/learner-status.ts has the same rule, and both have the same test cases. */
import { isCoursePublished, userSeesDrafts } from '@server/api/access/visibility';
import type { Database } from '@server/db/database';
import { chapters, courses, lessonReads, lessons, sections, users } from '@server/db/schema';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';

import type { PersonState } from '@/api/people-lists';
import { BEHIND_MS, SECOND_MS } from '@/lib/constants';

/** A common table expression of all lessons, for the two queries below: evaluated once per statement. */
export function listLessons(database: Database) {
  return database.$with('listed').as(
    database
      .select({ id: lessons.id, published: sql<boolean>`${isCoursePublished}`.as('published') })
      .from(lessons)
      .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
      .innerJoin(sections, eq(sections.id, chapters.sectionId))
      .innerJoin(courses, eq(courses.id, sections.courseId)),
  );
}

type ListedLessons = ReturnType<typeof listLessons>;

const lessonCounts = ({ published }: ListedLessons) => ({
  everything: sql<number>`count(*)`.as('everything'),
  published: sql<number>`count(*) filter (where ${published})`.as('published'),
});

/** Counts the lessons, in one row; cross join it with `users`. */
export function lessonTotals(database: Database, listed: ListedLessons) {
  return database.select(lessonCounts(listed)).from(listed).as('totals');
}

const lessonCount = sql<number>`(case when ${userSeesDrafts} then totals.everything else totals.published end)`;

/** Counts the lessons that each user has read; join it with `users`. @param isWanted a condition on `users`. */
export function readingsOf(database: Database, listed: ListedLessons, isWanted: SQL | undefined) {
  const wanted = database.select({ id: users.id }).from(users).where(isWanted);
  return database
    .select({ userId: lessonReads.userId, ...lessonCounts(listed) })
    .from(lessonReads)
    .innerJoin(listed, eq(listed.id, lessonReads.lessonId))
    .where(inArray(lessonReads.userId, wanted))
    .groupBy(lessonReads.userId)
    .as('readings');
}

const readCount = sql<number>`coalesce(case when ${userSeesDrafts} then readings.everything else readings.published end, 0)`;

/** The share of visible lessons that a user has read, 0 to 1; 0 if there are no lessons. */
export const readShare = sql<number>`(case when ${lessonCount} = 0 then 0 else ${readCount}::float8 / ${lessonCount} end)`;

const lastStudy = sql`coalesce(${users.lastStudiedAt}, ${users.createdAt})`;
const isBehind = sql`${readCount} < ${lessonCount}
  and ${lastStudy} <= statement_timestamp() - make_interval(secs => ${BEHIND_MS / SECOND_MS})`;

/** A user's state; null for roles other than STUDENT. */
export const learnerStatus = sql<PersonState | null>`(case
  when not ${users.active} then 'suspended'
  when ${users.role} <> 'STUDENT' then null
  when ${lessonCount} > 0 and ${readCount} >= ${lessonCount} then 'finished'
  when ${isBehind} then 'behind'
  when ${readCount} > 0 or ${users.lastStudiedAt} is not null then 'steady'
  else 'unstarted' end)`;
