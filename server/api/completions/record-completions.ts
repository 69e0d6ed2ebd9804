/**
 * Records that people have completed a course (修了), with the course as it was then. A completion is never changed or deleted
 * (docs/decisions/0080). The rule for what the app shows: src/study/completed.ts; both have the same test cases.
 */
import type { Database } from '@server/db/database';
import { type SQL, sql } from 'drizzle-orm';

/** The lessons of published courses, with their place in the outline. @param isWanted a condition on `c`, the course. */
const lessonsWhere = (isWanted: SQL) => sql`
  select c.id as course_id, c.title as course_title, l.id, l.title, greatest(l.added_at, c.published_at) as added_at,
    row_number() over (partition by c.id order by s."order", ch."order", l."order", l.id) as place
  from courses c
  join sections s on s.course_id = c.id
  join chapters ch on ch.section_id = s.id
  join lessons l on l.chapter_id = ch.id
  where c.status = 'published' and ${isWanted}`;

/** SQL condition: the person's completion of the course is not recorded yet. */
const isNotRecorded = sql`not exists (
  select from completions known where known.user_id = r.user_id and known.course_id = lesson.course_id)`;

/**
 * SQL for the best result of each answered question set of the course. As in the learner's progress, only submits with as many questions
 * as the learner's last submit of the set count.
 */
const bestResults = sql`
  select jsonb_agg(jsonb_build_object('questionSetId', best.id, 'title', best.title,
    'bestScore', best.score, 'maxScore', best.max_score) order by best.place, best."order", best.id)
  from (
    select distinct on (qs.id) qs.id, qs.title, qs."order", lesson.place, sub.max_score,
      max(sub.score) over (partition by qs.id, sub.max_score) as score
    from lesson
    join question_sets qs on qs.lesson_id = lesson.id
    join submits sub on sub.question_set_id = qs.id and sub.user_id = completed.user_id
    where lesson.course_id = completed.course_id
    order by qs.id, sub.studied_at desc, sub.received_at desc, sub.id desc
  ) best`;

/**
 * Returns the statement that inserts completions of courses.
 *
 * @param lessons a query of the lessons that belong to the courses; the statement calls its rows `lesson`.
 * @param completed a query of user_id, course_id and completed_at of the completions to insert.
 */
function insertCompletions(lessons: SQL, completed: SQL): SQL {
  return sql`
    with lesson as materialized (${lessons}), completed as (${completed})
    insert into completions (user_id, course_id, completed_at, recorded_at, received_at, course_title, lessons, question_sets)
    select completed.user_id, completed.course_id, completed.completed_at, statement_timestamp(),
      max(coalesce(r.received_at, r.read_at)),
      min(lesson.course_title),
      jsonb_agg(jsonb_build_object('lessonId', lesson.id, 'title', lesson.title,
        'readAt', to_char(r.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by lesson.place),
      coalesce((${bestResults}), '[]'::jsonb)
    from completed
    join lesson on lesson.course_id = completed.course_id
    join lesson_reads r on r.user_id = completed.user_id and r.lesson_id = lesson.id
      and r.read_at <= completed.completed_at
    group by completed.user_id, completed.course_id, completed.completed_at
    on conflict do nothing`;
}

/**
 * Records the completion of the course to which a lesson belongs, if this learner has completed it. A reading that arrives
 * late counts for its own day: lessons that were added later do not prevent the completion.
 */
export async function recordCompletion(database: Database, userId: string, lessonId: string): Promise<void> {
  const courseId = sql`(select s.course_id from lessons l join chapters ch on ch.id = l.chapter_id
    join sections s on s.id = ch.section_id where l.id = ${lessonId})`;
  // A reading dated before the lesson existed comes from a wrong clock of the device. The time of its arrival is used instead.
  const readAt = sql`greatest(case when r.read_at < lesson.added_at then r.received_at else r.read_at end, lesson.added_at)`;
  const completed = sql`
    select user_id, course_id, min(read_at) as completed_at
    from (
      select r.user_id, lesson.course_id, ${readAt} as read_at, count(*) over (order by ${readAt}) as read_count,
        (select count(*) from lesson other where other.added_at is null or other.added_at <= ${readAt}) as lesson_count
      from lesson join lesson_reads r on r.lesson_id = lesson.id and r.user_id = ${userId}
      where ${isNotRecorded}
    ) readings
    where read_count = lesson_count group by user_id, course_id`;
  await database.execute(insertCompletions(lessonsWhere(sql`c.id = ${courseId}`), completed));
}

/**
 * Records the completion of courses for everyone who has read all their lessons. The transaction that changes a course's lessons calls
 * it before the change, which must not take a completion away, and after it removed lessons, because a person may have read all that are
 * left.
 */
export async function recordCompletions(transaction: Database, ...courseIds: readonly string[]): Promise<void> {
  const completed = sql`
    select r.user_id, lesson.course_id, max(r.read_at) as completed_at
    from lesson join lesson_reads r on r.lesson_id = lesson.id
    where ${isNotRecorded}
    group by r.user_id, lesson.course_id
    having count(*) = (select count(*) from lesson other where other.course_id = lesson.course_id)`;
  for (const courseId of new Set(courseIds))
    await transaction.execute(insertCompletions(lessonsWhere(sql`c.id = ${courseId}`), completed));
}
