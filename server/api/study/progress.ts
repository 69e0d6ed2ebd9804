/** Reads a learner's progress by course: lessons read, question sets answered. */
import type { Role } from '@server/api/access/permissions';
import { visibleTo } from '@server/api/access/visibility';
import { listCompletions, readCompletions } from '@server/api/completions/read-completions';
import { lessonCount } from '@server/api/shared/lesson-count';
import type { Database } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { chapters, courses, lessonReads, lessons, questionSets, sections, submits } from '@server/db/schema';
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { progressDetailSchema } from '@/api/progress';
import type { courseHistorySchema, pastSubmitSchema } from '@/api/study-history';

import { rescoreFields } from './record-submit';

type CourseHistoryAnswer = z.input<typeof courseHistorySchema>;
type ProgressAnswer = z.input<typeof progressDetailSchema>;
type SetProgressAnswer = NonNullable<CourseHistoryAnswer['questionSets']>[number];
type CompletionDetail = Awaited<ReturnType<typeof readCompletions>>[number];

/** A user whose progress is read. For a STUDENT, only published courses count. */
export interface Learner {
  id: string;
  role: Role;
}

/** A condition on `courses`: all courses that the role may see, or only the one with the id `courseId`. */
function isWanted(role: Role, isOne: boolean) {
  return and(visibleTo(role), isOne ? eq(courses.id, sql.placeholder('courseId')) : undefined);
}

const coursesStatement = preparedStatement((database, role: Role, isOne: boolean) =>
  database
    .select({
      courseId: courses.id,
      courseTitle: courses.title,
      lessonCount,
    })
    .from(courses)
    .where(isWanted(role, isOne))
    .orderBy(asc(courses.order), asc(courses.id))
    .prepare(`counted-courses-${role}-${isOne}`),
);

/** Reads courses with their number of lessons: all that the learner may see, or one. */
export function readCourses(database: Database, { role }: Learner, courseId?: string) {
  return coursesStatement(database, role, courseId !== undefined).execute({ courseId });
}

/** SQL for the time when the server received a reading; rows of older versions have `readAt` only. */
export const readReceivedAt = sql<string>`coalesce(${lessonReads.receivedAt}, ${lessonReads.readAt})`.mapWith(
  lessonReads.readAt,
);

const readsStatement = preparedStatement((database, role: Role, isOne: boolean) =>
  database
    .select({
      courseId: sections.courseId,
      lessonId: lessonReads.lessonId,
      title: lessons.title,
      readAt: lessonReads.readAt,
      receivedAt: readReceivedAt,
    })
    .from(lessonReads)
    .innerJoin(lessons, eq(lessons.id, lessonReads.lessonId))
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(and(eq(lessonReads.userId, sql.placeholder('userId')), isWanted(role, isOne)))
    .orderBy(asc(lessonReads.readAt), asc(lessonReads.lessonId))
    .prepare(`reads-${role}-${isOne}`),
);

/** Reads the read marks of existing lessons, oldest first. */
export function readReads(database: Database, { id, role }: Learner, courseId?: string) {
  return readsStatement(database, role, courseId !== undefined).execute({ userId: id, courseId });
}

/**
 * For each question set: the last submit, the number of submits, and the best score among submits with the same
 * `maxScore` as the last one.
 */
const lastSubmitsStatement = preparedStatement((database) =>
  database
    .selectDistinctOn([submits.questionSetId], {
      ...getTableColumns(submits),
      submitCount: sql<number>`count(*) over (partition by ${submits.questionSetId})::int`,
      bestScore: sql<number>`max(${submits.score}) over (partition by ${submits.questionSetId}, ${submits.maxScore})`,
    })
    .from(submits)
    .where(eq(submits.userId, sql.placeholder('userId')))
    .orderBy(asc(submits.questionSetId), desc(submits.studiedAt), desc(submits.receivedAt), desc(submits.id))
    .prepare('last-submits'),
);

const setsStatement = preparedStatement((database, role: Role, isOne: boolean) =>
  database
    .select({
      courseId: sections.courseId,
      questionSetId: questionSets.id,
      lessonId: questionSets.lessonId,
      title: questionSets.title,
      questionCount: sql<number>`jsonb_array_length(${questionSets.questions})`,
    })
    .from(questionSets)
    .innerJoin(lessons, eq(lessons.id, questionSets.lessonId))
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(isWanted(role, isOne))
    .orderBy(
      ...[sections.order, chapters.order, lessons.order, questionSets.order, questionSets.id].map((column) =>
        asc(column),
      ),
    )
    .prepare(`counted-sets-${role}-${isOne}`),
);

type LastSubmit = Awaited<ReturnType<ReturnType<typeof lastSubmitsStatement>['execute']>>[number];

function toLastAnswers({ answers, results }: LastSubmit): SetProgressAnswer['lastAnswers'] {
  const answerTo = new Map(answers.map((answer) => [String(answer.questionId), answer]));
  return results.map(({ questionId, correct }) => {
    const { choiceIds, text } = answerTo.get(questionId) ?? {};
    return { questionId, correct, choiceIds, text };
  });
}

function toSetProgress(
  set: { questionSetId: string; lessonId: string; title: string; questionCount: number },
  last?: LastSubmit,
) {
  const { questionSetId, lessonId, title, questionCount } = set;
  if (!last) return { questionSetId, lessonId, title, submitCount: 0, maxScore: questionCount, lastAnswers: [] };
  return {
    questionSetId,
    lessonId,
    title,
    submitCount: last.submitCount,
    lastScore: last.score,
    bestScore: last.bestScore,
    maxScore: last.maxScore,
    lastSubmittedAt: last.studiedAt,
    ...rescoreFields(last),
    lastAnswers: toLastAnswers(last),
  } satisfies SetProgressAnswer;
}

/** Groups rows by a key, in their order. */
function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Reads the progress in all visible courses, or in one, with the titles of the lessons read. */
async function readTitledProgress(database: Database, learner: Learner, courseId?: string) {
  const { id: userId, role } = learner;
  const found = await readCourses(database, learner, courseId);
  const reads = groupBy(await readReads(database, learner, courseId), (read) => read.courseId);
  const counted = await setsStatement(database, role, courseId !== undefined).execute({ courseId });
  const sets = groupBy(counted, (set) => set.courseId);
  const lasts = await lastSubmitsStatement(database).execute({ userId });
  const lastSubmits = new Map(lasts.map((last) => [last.questionSetId, last]));
  return found.map((course) => ({
    ...course,
    readLessons: (reads.get(course.courseId) ?? []).map(({ lessonId, title, readAt, receivedAt }) => ({
      lessonId,
      title,
      readAt,
      receivedAt,
    })),
    questionSets: (sets.get(course.courseId) ?? []).map((set) =>
      toSetProgress(set, lastSubmits.get(set.questionSetId)),
    ),
  }));
}

/** Reads the progress in all courses that the learner may see, and what they have completed. */
export async function readProgress(database: Database, learner: Learner): Promise<Omit<ProgressAnswer, 'userId'>> {
  const found = await readTitledProgress(database, learner);
  const courses = found.map((course) => ({
    ...course,
    readLessons: course.readLessons.map(({ lessonId, readAt, receivedAt }) => ({ lessonId, readAt, receivedAt })),
  }));
  return { courses, completions: await listCompletions(database, learner.id) };
}

type PastSubmitRow = z.input<typeof pastSubmitSchema> & Parameters<typeof rescoreFields>[0];

function toPastSubmit({ rescoredAt, scoreBefore, ...submit }: PastSubmitRow): z.input<typeof pastSubmitSchema> {
  return { ...submit, ...rescoreFields({ rescoredAt, scoreBefore }) };
}

/** For a completed course that the learner no longer sees, return only the completion. */
function goneCourse(completion: CompletionDetail): CourseHistoryAnswer {
  const { courseId, courseTitle } = completion;
  return { courseId, courseTitle, lessonCount: 0, readLessons: [], questionSets: [], completion };
}

/**
 * Reads the progress in all visible courses, or in one, with every submit (oldest first), the titles of the lessons
 * read and the completion. Completed courses that the learner no longer sees come last.
 */
export async function readHistory(
  database: Database,
  learner: Learner,
  courseId?: string,
): Promise<CourseHistoryAnswer[]> {
  const found = await readTitledProgress(database, learner, courseId);
  const completions = await readCompletions(database, learner.id, courseId);
  const completionOf = new Map(completions.map((completion) => [String(completion.courseId), completion]));
  const all = await database
    .select({
      questionSetId: submits.questionSetId,
      submit: {
        answeredAt: submits.studiedAt,
        receivedAt: submits.receivedAt,
        score: submits.score,
        maxScore: submits.maxScore,
        questionSetUpdatedAt: submits.questionSetUpdatedAt,
        rescoredAt: submits.rescoredAt,
        scoreBefore: submits.scoreBefore,
      },
    })
    .from(submits)
    .where(eq(submits.userId, learner.id))
    .orderBy(asc(submits.studiedAt), asc(submits.receivedAt), asc(submits.id));
  const submitted = groupBy(all, ({ questionSetId }) => questionSetId);
  const seen = found.map((course) => ({
    ...course,
    questionSets: course.questionSets.map((set) => ({
      ...set,
      submits: (submitted.get(set.questionSetId) ?? []).map(({ submit }) => toPastSubmit(submit)),
    })),
    completion: completionOf.get(course.courseId),
  }));
  const seenIds = new Set(found.map((course) => course.courseId));
  return [...seen, ...completions.filter(({ courseId: id }) => !seenIds.has(String(id))).map(goneCourse)];
}
