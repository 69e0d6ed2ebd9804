/** Reads completions in the shapes of the API. */
import type { Database } from '@server/db/database';
import { completions, submits } from '@server/db/schema';
import { and, asc, eq, lte, max, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { completionDetailSchema, completionSchema } from '@/api/completions';

type CompletionAnswer = z.input<typeof completionSchema>;
type CompletionDetailAnswer = z.input<typeof completionDetailSchema>;

const fields = {
  courseId: completions.courseId,
  courseTitle: completions.courseTitle,
  lessonCount: sql<number>`jsonb_array_length(${completions.lessons})`,
  completedAt: completions.completedAt,
  receivedAt: sql<string>`coalesce(${completions.receivedAt}, ${completions.recordedAt})`.mapWith(
    completions.recordedAt,
  ),
};

/** Lists a person's completions, oldest first, also of courses that no longer exist. */
export async function listCompletions(database: Database, userId: string): Promise<CompletionAnswer[]> {
  return database
    .select(fields)
    .from(completions)
    .where(eq(completions.userId, userId))
    .orderBy(asc(completions.completedAt), asc(completions.courseId));
}

/**
 * Reads the best score in each question set of a completion after a regrading with a corrected key (再採点). Only submits
 * received before the completion was recorded count. The completions themselves are not changed.
 *
 * @returns `course id|set id` → score.
 */
async function readCorrectedScores(database: Database, condition: SQL | undefined): Promise<Map<string, number>> {
  const kept = sql`jsonb_to_recordset(${completions.questionSets}) as kept ("questionSetId" text, "maxScore" integer)`;
  const isKept = and(
    eq(submits.userId, completions.userId),
    sql`${submits.questionSetId} = kept."questionSetId"`,
    sql`${submits.maxScore} = kept."maxScore"`,
    lte(submits.receivedAt, completions.recordedAt),
  );
  const rows = await database
    .select({ key: sql<string>`${completions.courseId} || '|' || ${submits.questionSetId}`, score: max(submits.score) })
    .from(completions)
    .crossJoinLateral(kept)
    .innerJoin(submits, isKept)
    .where(condition)
    .groupBy(completions.courseId, submits.questionSetId)
    .having(sql`bool_or(${submits.rescoredAt} is not null)`);
  return new Map(rows.flatMap(({ key, score }) => (score === null ? [] : [[key, score] as const])));
}

/** Reads a person's completions with everything that certificates show: of one course, or of all. */
export async function readCompletions(
  database: Database,
  userId: string,
  courseId?: string,
): Promise<CompletionDetailAnswer[]> {
  const isCourse = courseId === undefined ? undefined : eq(completions.courseId, courseId);
  const condition = and(eq(completions.userId, userId), isCourse);
  const rows = await database
    .select({ ...fields, lessons: completions.lessons, questionSets: completions.questionSets })
    .from(completions)
    .where(condition)
    .orderBy(asc(completions.completedAt), asc(completions.courseId));
  if (rows.every(({ questionSets }) => questionSets.length === 0)) return rows;
  const corrected = await readCorrectedScores(database, condition);
  return rows.map((row) => ({
    ...row,
    questionSets: row.questionSets.map((set) => ({
      ...set,
      bestScore: corrected.get(`${row.courseId}|${set.questionSetId}`) ?? set.bestScore,
    })),
  }));
}
