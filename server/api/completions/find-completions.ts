/**
 * Finds completed courses in SQL, from the history of their lessons: a course is completed at the first moment at which all lessons that
 * it had at that moment were read (docs/decisions/0080).
 */
import { type SQL, sql } from 'drizzle-orm';

/** SQL condition on `c`, a course that may be deleted: learners could see it at some time. */
const wasPublished = sql`(c.id is null or c.published_at is not null or c.status = 'published')`;

/**
 * The periods from `lo` to `hi` in which courses had lessons that learners could see. Lessons that the course has now have a `path`, their
 * place in the outline.
 *
 * @param isWanted a condition on `period`.
 */
const periodsWhere = (isWanted: SQL) => sql`
  select * from (
    select c.id as course_id, l.id as lesson_id, l.title, array[s."order", ch."order", l."order"] as path,
      coalesce(greatest(l.added_at, c.published_at, (
        select max(f.until) from former_lessons f where f.course_id = c.id and f.lesson_id = l.id)), '-infinity') as lo,
      timestamptz 'infinity' as hi
    from lessons l
    join chapters ch on ch.id = l.chapter_id
    join sections s on s.id = ch.section_id
    join courses c on c.id = s.course_id
    where ${wasPublished}
    union all
    select f.course_id, f.lesson_id, coalesce(l.title, f.title), null,
      coalesce(greatest(f.since, c.published_at), '-infinity'), f.until
    from former_lessons f
    left join courses c on c.id = f.course_id
    left join lessons l on l.id = f.lesson_id
    where ${wasPublished}
  ) period
  where lo < hi and ${isWanted}`;

/** SQL condition on `c`: the course was no draft at the moment. */
const isPublishedAt = (moment: SQL) => sql`not exists (select from unnest(c.drafts) times where times @> ${moment})`;

/** The periods of existing courses, with their place in the outline, and whether the course was published at their beginning and end. */
const coursePeriods = (courseIds: SQL) => sql`
  select period.*, row_number() over (partition by course_id order by path, lesson_id) as place,
    ${isPublishedAt(sql`lo`)} as starts_published, ${isPublishedAt(sql`hi`)} as ends_published
  from (${periodsWhere(sql`course_id = any(${courseIds})`)}) period
  join courses c on c.id = course_id`;

/**
 * The readings of the periods' lessons, each with the moment `at` from which it counts. A reading that is dated before learners could see
 * the lesson comes from a wrong clock, and counts from its receipt.
 */
const readings = (isWanted: SQL) => sql`
  select r.user_id, r.lesson_id, r.read_at, coalesce(r.received_at, r.read_at) as received_at,
    case when r.read_at < seen.since then coalesce(r.received_at, r.read_at) else r.read_at end as at
  from (
    select lesson_id, min(lo) as since
    from (${periodsWhere(sql`lesson_id = any(array(select lesson_id from period))`)}) everywhere
    group by lesson_id
  ) seen
  join lesson_reads r on r.lesson_id = seen.lesson_id
  where ${isWanted}`;

/**
 * The people and courses without a recorded completion. Their readings are arrays, because PostgreSQL cannot estimate the size of common
 * table expressions, and joins them row by row.
 */
const learners = sql`
  select user_id, course_id, array_agg(lesson_id) as lesson_ids, array_agg(title) as titles, array_agg(place) as places,
    array_agg(lo) as los, array_agg(hi) as his, array_agg(at) as ats, array_agg(read_at) as read_ats,
    array_agg(received_at) as received_ats
  from reading join period using (lesson_id)
  group by user_id, course_id
  having not exists (select from completions known
    where known.user_id = reading.user_id and known.course_id = period.course_id)`;

/** The readings of one row of `learner`. */
const ownReadings = sql`unnest(lesson_ids, titles, places, los, his, ats, read_ats, received_ats)
  as own (lesson_id, title, place, lo, hi, at, read_at, received_at)`;

/**
 * The moments at which the lessons of a course, or one learner's readings of them, change, each with the changes of both numbers. The course
 * can be completed at the moments that count: a change counts unless the course is a draft; a reading counts unless it was made and
 * received in the same period as a draft.
 */
const changes = sql`
  select lo as moment, 1 as lessons, 0 as read, starts_published as counts
  from period where period.course_id = learner.course_id
  union all
  select hi, -1, 0, ends_published from period where period.course_id = learner.course_id and hi < 'infinity'
  union all
  select greatest(lo, at), 0, 1, at >= lo and not exists (select from courses c, unnest(c.drafts) times
    where c.id = learner.course_id and times @> at and times @> received_at)
  from ${ownReadings} where at < hi
  union all
  select hi, 0, -1, false from ${ownReadings} where at < hi and hi < 'infinity'
  union all
  select upper(times), 0, 0, true from courses c, unnest(c.drafts) times
  where c.id = learner.course_id and upper(times) is not null`;

/**
 * SQL for the best result of each answered question set of the completed lessons. As in the learner's progress, only submits with as many
 * questions as the learner's last submit of the set count.
 */
const bestResults = sql`
  select jsonb_agg(jsonb_build_object('questionSetId', best.id, 'title', best.title,
    'bestScore', best.score, 'maxScore', best.max_score) order by best.place, best."order", best.id)
  from (
    select distinct on (qs.id) qs.id, qs.title, qs."order", own.place, sub.max_score,
      max(sub.score) over (partition by qs.id, sub.max_score) as score
    from ${ownReadings}
    join question_sets qs on qs.lesson_id = own.lesson_id
    join submits sub on sub.question_set_id = qs.id and sub.user_id = learner.user_id
    where lo <= moment and moment < hi
    order by qs.id, sub.studied_at desc, sub.received_at desc, sub.id desc
  ) best`;

/**
 * Returns the statement that inserts the completions that are not recorded yet.
 *
 * @param courseIds an SQL array of the courses. @param isReader a condition on `r`, the readings of the people.
 */
export const insertCompletions = (courseIds: SQL, isReader: SQL): SQL => sql`
  with period as materialized (${coursePeriods(courseIds)}),
  reading as materialized (${readings(isReader)}),
  learner as materialized (${learners})
  insert into completions (user_id, course_id, completed_at, recorded_at, received_at, course_title, lessons, question_sets)
  select user_id, course_id, completed_at, statement_timestamp(), received_at, courses.title, completed.lessons,
    coalesce((${bestResults}), '[]'::jsonb)
  from learner
  join courses on courses.id = course_id
  cross join lateral (
    select min(moment) as moment
    from (
      select moment, bool_or(counts) as counts, sum(sum(lessons)) over so_far as lessons, sum(sum(read)) over so_far as read
      from (${changes}) change
      group by moment
      window so_far as (order by moment)
    ) total
    where counts and lessons > 0 and lessons = read
  ) first
  cross join lateral (
    select max(at) as completed_at, max(received_at) as received_at,
      jsonb_agg(jsonb_build_object('lessonId', lesson_id, 'title', own.title,
        'readAt', to_char(read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by place) as lessons
    from ${ownReadings}
    where lo <= moment and moment < hi
  ) completed
  where moment is not null
  on conflict do nothing`;
