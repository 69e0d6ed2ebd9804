/**
 * Records that people have completed a course (修了), with the course as it was then. A completion is never changed or deleted
 * (docs/decisions/0080). The rule for what the app shows: src/study/completed.ts; both have the same test cases.
 */
import { finishWork, lockWork, noteWork, type Step } from '@server/api/shared/pending-work';
import type { Database } from '@server/db/database';
import { courses, users } from '@server/db/schema';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';

import { insertCompletions } from './find-completions';

/** The number of people whose completions one transaction records: with the embedded database's one connection, others wait for it. */
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

/** Waits for transactions that change the lessons of the lesson's course; after that, none of them changes until the transaction ends. */
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
 * Records the completions that a learner's reading causes, of the course that has the lesson and of those that had it on the day of study.
 * Call it in the transaction that stores the reading.
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
 * Records the completions that a change of courses causes: of the first 200 people at once, the others in the background. Call it after
 * the change in its transaction, which has locked the courses. History keeps what the course was before, so nothing is lost if more
 * changes follow.
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
 * Records all completions that are still to be recorded: before lessons are added, which would hide that a learner had read all, and
 * before the course is deleted. Usually there are none. Call it in a transaction that has locked the course.
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

/** Notes to record the completions of courses in the background whose lessons or readings an older build has changed. */
export async function noteUnchecked(transaction: Database): Promise<void> {
  const changed = await transaction
    .update(courses)
    .set({ checkedVersion: courses.updatedAt })
    .where(isUnchecked)
    .returning({ id: courses.id });
  const read = await markReadings(transaction, sql`true`);
  for (const courseId of new Set([...changed.map(({ id }) => id), ...read])) await noteCourse(transaction, courseId);
}
