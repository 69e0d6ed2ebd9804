/**
 * Keeps the history of courses, from which completions are computed (record-completions.ts): which lessons a course no
 * longer has, when it was first published, and when it was a draft.
 */
import { type Database, now } from '@server/db/database';
import { courses, lessons, trash } from '@server/db/schema';
import { inArray, type SQL, sql } from 'drizzle-orm';

import type { CourseStatus } from '@/api/courses';

/** The first publication of courses that were published before servers stored it: earlier than all readings. */
const LONG_AGO = sql`timestamptz '2000-01-01T00:00:00Z'`;

/** SQL condition: a learner has read a lesson since the course has it, so the course was published. */
const isReadByLearners = sql`exists (
  select from sections s join chapters ch on ch.section_id = s.id join lessons l on l.chapter_id = ch.id
  join lesson_reads r on r.lesson_id = l.id and r.read_at >= coalesce(l.added_at, '-infinity') join users u on u.id = r.user_id and u.role = 'STUDENT'
  where s.course_id = ${courses.id})`;

/**
 * SQL for the draft periods of a row of `courses` whose status changes. The period without an end is that of the
 * present draft.
 */
const draftsAs = (status: SQL) => sql`array(
    select case when ${status} = 'draft' or not upper_inf(times) then times
      else tstzrange(lower(times), greatest(lower(times), ${now})) end
    from unnest(${courses.drafts}) times where ${courses.status} = 'draft' or not upper_inf(times)
  ) || case when ${status} = 'draft' and not (${courses.status} = 'draft' and ${isOpenDraft})
    then array[tstzrange(${now}, null)] else '{}' end`;

/** SQL condition: the last draft period of a row of `courses` has no end. */
const isOpenDraft = sql`exists (select from unnest(${courses.drafts}) times where upper_inf(times))`;

/** Returns the times to store with the new status of a course that exists. */
export function timesOfStatus(status: CourseStatus) {
  const firstTime = status === 'published' ? now : sql`null`;
  return {
    publishedAt: sql`coalesce(${courses.publishedAt},
      case when ${courses.status} = 'published' or ${isReadByLearners} then ${LONG_AGO} else ${firstTime} end)`,
    drafts: draftsAs(sql`${status}`),
  };
}

/** Stores that a lesson is leaving a course for another one. */
export async function keepFormerLesson(transaction: Database, courseId: string, lessonId: string): Promise<void> {
  await transaction.execute(sql`
    insert into former_lessons (course_id, lesson_id, since, until, title)
    select ${courseId}, id, added_at, ${now}, title from lessons where id = ${lessonId}
    on conflict do nothing`);
}

/**
 * Stores that courses lost the lessons in the trash when these were deleted.
 *
 * @param isWanted a condition on `trash`.
 */
export async function keepTrashedLessons(transaction: Database, isWanted: SQL): Promise<void> {
  await transaction.execute(sql`
    insert into former_lessons (course_id, lesson_id, since, until, title)
    select parents -> 0 ->> 'id', lesson ->> 'id', (lesson ->> 'added_at')::timestamptz, deleted_at, lesson ->> 'title'
    from (select parents, deleted_at, rows -> 'lessons' as lessons from trash where kind <> 'course' and ${isWanted}) deleted,
      jsonb_array_elements(deleted.lessons) lesson
    on conflict do nothing`);
}

/**
 * Cuts the history of deleted courses to what learners could see: the times of their publication go with their rows.
 *
 * @param isWanted a condition on `trash`.
 */
export async function cutHistoryOfDeleted(transaction: Database, isWanted: SQL): Promise<void> {
  const deleted = sql`(
    select subject_id as id, rows -> 'courses' -> 0 ->> 'status' = 'draft' as is_draft,
      (rows -> 'courses' -> 0 ->> 'published_at')::timestamptz as published_at
    from trash where kind = 'course' and ${isWanted}) deleted`;
  // A draft of yesterday may have been published before: then a learner's reading was received while the course had the
  // lesson.
  const isRead = sql`exists (select from lesson_reads r join users u on u.id = r.user_id and u.role = 'STUDENT'
    where r.lesson_id = f.lesson_id and coalesce(r.received_at, r.read_at) between coalesce(f.since, '-infinity') and f.until)`;
  await transaction.execute(sql`delete from former_lessons f using ${deleted} where f.course_id = deleted.id
    and (f.until <= deleted.published_at or (deleted.published_at is null and is_draft and not ${isRead}))`);
  await transaction.execute(sql`update former_lessons f set since = deleted.published_at from ${deleted}
    where f.course_id = deleted.id and coalesce(f.since, '-infinity') < deleted.published_at`);
}

/** Dates restored lessons: their course has them from now on. */
export async function dateRestoredLessons(transaction: Database, lessonIds: readonly string[]): Promise<void> {
  if (lessonIds.length > 0)
    await transaction
      .update(lessons)
      .set({ addedAt: now })
      .where(inArray(lessons.id, [...lessonIds]));
}

/** Repairs the history after an older build, which does not keep it, has changed courses. */
export async function repairHistory(transaction: Database): Promise<void> {
  await transaction
    .update(courses)
    .set({ drafts: draftsAs(sql`${courses.status}`) })
    .where(sql`${courses.drafts} is null or (${courses.status} = 'draft') <> ${isOpenDraft}`);
  const isKnown = sql`exists (select from former_lessons f where f.course_id = ${trash.parents} -> 0 ->> 'id' and f.until = ${trash.deletedAt})`;
  await keepTrashedLessons(transaction, sql`not ${isKnown}`);
  await cutHistoryOfDeleted(transaction, sql`true`);
}
