/** Reads completions in the shapes of the API. */
import type { Database } from '@server/db/database';
import { completions } from '@server/db/schema';
import { and, asc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { completionDetailSchema, completionSchema } from '@/api/completions';

type CompletionAnswer = z.input<typeof completionSchema>;
type CompletionDetailAnswer = z.input<typeof completionDetailSchema>;

const fields = {
  courseId: completions.courseId,
  courseTitle: completions.courseTitle,
  lessonCount: sql<number>`jsonb_array_length(${completions.lessons})`,
  completedAt: completions.completedAt,
  receivedAt: completions.receivedAt,
};

/** Lists a person's completions, oldest first, also of courses that no longer exist. */
export async function listCompletions(database: Database, userId: string): Promise<CompletionAnswer[]> {
  return database
    .select(fields)
    .from(completions)
    .where(eq(completions.userId, userId))
    .orderBy(asc(completions.completedAt), asc(completions.courseId));
}

/** Reads a person's completions with everything that certificates show: of one course, or of all. */
export async function readCompletions(
  database: Database,
  userId: string,
  courseId?: string,
): Promise<CompletionDetailAnswer[]> {
  return database
    .select({ ...fields, lessons: completions.lessons, questionSets: completions.questionSets })
    .from(completions)
    .where(and(eq(completions.userId, userId), courseId === undefined ? undefined : eq(completions.courseId, courseId)))
    .orderBy(asc(completions.completedAt), asc(completions.courseId));
}
