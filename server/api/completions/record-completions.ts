/**
 * Records that people have completed a course (修了), with the course as it was then. A completion is never changed or
 * deleted (docs/decisions/0080). SQL finds completions from the history of a course's lessons: the first moment at
 * which all lessons that it had at that moment were read. The rule for what the app shows: src/study/completed.ts; both
 * have the same test cases.
 */
import { finishWork, lockWork, noteWork, type Step } from '@server/api/shared/pending-work';
import type { Database } from '@server/db/database';
import { courses, users } from '@server/db/schema';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';

/** SQL condition on `c`, a course that may be deleted: learners could see it at some time. */
const wasPublished = sql`(c.id is null or c.published_at is not null or c.status = 'published')`;

/**
 * The periods from `lo` to `hi` in which courses had lessons that learners could see. Lessons that the course has now
 * have a `path`, their place in the outline.
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

/**
 * The periods of existing courses, with their place in the outline, and whether the course was published at their
 * beginning and end.
 */
const coursePeriods = (courseIds: SQL) => sql`
  select period.*, row_number() over (partition by course_id order by path, lesson_id) as place,
    ${isPublishedAt(sql`lo`)} as starts_published, ${isPublishedAt(sql`hi`)} as ends_published
  from (${periodsWhere(sql`course_id = any(${courseIds})`)}) period
  join courses c on c.id = course_id`;

/**
 * The readings of the periods' lessons, each with the moment `at` from which it counts. A reading that is dated before
 * learners could see the lesson comes from a wrong clock, and counts from its receipt.
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
 * The people and courses without a recorded completion. Their readings are arrays, because PostgreSQL cannot estimate
 * the size of common table expressions, and joins them row by row.
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
 * The moments at which the lessons of a course, or one learner's readings of them, change, each with the changes of
 * both numbers. The course can be completed at the moments that count: a change counts unless the course is a draft; a
 * reading counts unless it was made and received in the same period as a draft.
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
 * SQL for the best result of each answered question set of the completed lessons. As in the learner's progress, only
 * submits with as many questions as the learner's last submit of the set count.
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
const insertCompletions = (courseIds: SQL, isReader: SQL): SQL => sql`
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

/**
 * The number of people whose completions one transaction records: with the embedded database's one connection, others
 * wait for it.
 */
const PEOPLE_PER_PIECE = 200;

interface Piece {
  courseId: string;
  /** The id of the last person of the piece before. */
  after?: string;
}

const idOfWork = (courseId: string) => `completions:${courseId}`;

/** SQL for the id of the course that has the lesson now. */
const courseOf = (lessonId: string) => sql`(select s.course_id from lessons l
  join chapters ch on ch.id = l.chapter_id join sections s on s.id = ch.section_id where l.id = ${lessonId})`;

/** SQL for the ids of the lessons that a course has or had. */
const lessonsOf = (courseId: string) => sql`select l.id from lessons l
  join chapters ch on ch.id = l.chapter_id join sections s on s.id = ch.section_id where s.course_id = ${courseId}
  union select lesson_id from former_lessons where course_id = ${courseId}`;

/**
 * Waits for transactions that change the lessons of the lesson's course; after that, none of them changes until the
 * transaction ends.
 */
async function lockCourseOf(transaction: Database, lessonId: string): Promise<void> {
  // While the transaction waited, the lesson may have moved to another course.
  for (let locked: string | undefined; ;) {
    const isOfLesson = eq(courses.id, courseOf(lessonId));
    const [course] = await transaction.select({ id: courses.id }).from(courses).where(isOfLesson).for('share');
    if (!course || course.id === locked) return;
    locked = course.id;
  }
}

/**
 * Records the completions that a learner's reading causes, of the course that has the lesson and of those that had it
 * on the day of study. Call it in the transaction that stores the reading.
 */
export async function recordCompletion(transaction: Database, userId: string, lessonId: string): Promise<void> {
  await lockCourseOf(transaction, lessonId);
  const courseIds = sql`array(select ${courseOf(lessonId)}
    union select course_id from former_lessons where lesson_id = ${lessonId})`;
  await transaction.execute(insertCompletions(courseIds, sql`r.user_id = ${userId}`));
}

/** Records the completions of the next 200 people. @returns the next piece; undefined after the last. */
async function recordPiece(transaction: Database, { courseId, after = '' }: Piece): Promise<Piece | undefined> {
  const people = await transaction
    .select({ id: users.id })
    .from(users)
    .where(gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(PEOPLE_PER_PIECE);
  const last = people.at(-1)?.id;
  if (last === undefined) return undefined;
  const isReader = sql`r.user_id > ${after} and r.user_id <= ${last}`;
  await transaction.execute(insertCompletions(sql`array[${courseId}::text]`, isReader));
  return people.length < PEOPLE_PER_PIECE ? undefined : { courseId, after: last };
}

/** The step of pending work that records completions of a course. */
export const completionsStep: Step = (transaction, state) => recordPiece(transaction, state as Piece);

const markChecked = (transaction: Database, courseId: string) =>
  transaction.update(courses).set({ checkedVersion: courses.updatedAt }).where(eq(courses.id, courseId));

/**
 * Records the completions that a change of courses causes: of the first 200 people at once, the others in the
 * background. Call it after the change in its transaction, which has locked the courses. History keeps what the course
 * was before, so nothing is lost if more changes follow.
 */
export async function recordCompletions(transaction: Database, ...courseIds: readonly string[]): Promise<void> {
  for (const courseId of new Set(courseIds)) {
    const id = idOfWork(courseId);
    await lockWork(transaction, id);
    const state = await recordPiece(transaction, { courseId });
    await (state ? noteWork(transaction, { id, kind: 'completions', state }) : finishWork(transaction, id));
    await markChecked(transaction, courseId);
  }
}

/**
 * Marks readings as checked that an older build has stored after a rollback.
 *
 * @param isWanted a condition on `lesson_id`. @returns the ids of the courses that have or had the lessons.
 */
async function markReadings(transaction: Database, isWanted: SQL): Promise<string[]> {
  const { rows } = (await transaction.execute(sql`
    with marked as (update lesson_reads set checked = true where not checked and ${isWanted} returning lesson_id)
    select s.course_id as id from lessons l
    join chapters ch on ch.id = l.chapter_id join sections s on s.id = ch.section_id
    where l.id in (select lesson_id from marked)
    union select course_id from former_lessons where lesson_id in (select lesson_id from marked)`)) as unknown as {
    rows: { id: string }[];
  };
  return rows.map(({ id }) => id);
}

/** Notes to record the completions of a course in the background, of all people. */
const noteCourse = (transaction: Database, courseId: string) =>
  noteWork(transaction, { id: idOfWork(courseId), kind: 'completions', state: { courseId } });

const isUnchecked = sql`${courses.checkedVersion} is distinct from ${courses.updatedAt}`;

/**
 * Records all completions that are still to be recorded: before lessons are added, which would hide that a learner had
 * read all, and before the course is deleted. Usually there are none. Call it in a transaction that has locked the
 * course.
 */
export async function settleCompletions(transaction: Database, ...courseIds: readonly string[]): Promise<void> {
  for (const courseId of new Set(courseIds)) {
    const pending = (await lockWork(transaction, idOfWork(courseId))) as Piece | undefined;
    const marked = await markReadings(transaction, sql`lesson_id in (${lessonsOf(courseId)})`);
    for (const other of marked) if (other !== courseId) await noteCourse(transaction, other);
    const changed = await transaction.$count(courses, and(eq(courses.id, courseId), isUnchecked));
    let piece: Piece | undefined = marked.length + changed > 0 ? { courseId } : pending;
    while (piece) piece = await recordPiece(transaction, piece);
    if (pending) await finishWork(transaction, idOfWork(courseId));
    if (changed > 0) await markChecked(transaction, courseId);
  }
}

/**
 * Notes to record the completions of courses in the background whose lessons or readings an older build has changed.
 */
export async function noteUnchecked(transaction: Database): Promise<void> {
  const changed = await transaction
    .update(courses)
    .set({ checkedVersion: courses.updatedAt })
    .where(isUnchecked)
    .returning({ id: courses.id });
  const read = await markReadings(transaction, sql`true`);
  for (const courseId of new Set([...changed.map(({ id }) => id), ...read])) await noteCourse(transaction, courseId);
}
