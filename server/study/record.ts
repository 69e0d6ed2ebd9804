/** Records what was studied: reads and submits, each once. */
import { randomUUID } from 'node:crypto';

import { type Database, now } from '@server/db/database';
import { lessonReads, submits, users } from '@server/db/schema';
import { and, eq, type SQL, sql } from 'drizzle-orm';

import type { LessonRead } from '@/api/progress';
import type { NewQuestion } from '@/api/question-set-edits';
import type { NewSubmit, Submit } from '@/api/submits';
import { DAY_MS } from '@/constants';

import { scoreAnswers } from './score';

async function noteStudied(transaction: Database, userId: string, studiedAt: string): Promise<void> {
  await transaction
    .update(users)
    .set({ lastStudiedAt: sql`greatest(${users.lastStudiedAt}, ${studiedAt}::timestamptz)` })
    .where(eq(users.id, userId));
}

/** Marks a lesson as read; a repeated mark answers the first. */
export function recordRead(database: Database, userId: string, lessonId: string): Promise<LessonRead> {
  return database.transaction(async (transaction) => {
    const [made] = await transaction
      .insert(lessonReads)
      .values({ userId, lessonId, readAt: now })
      .onConflictDoNothing()
      .returning({ readAt: lessonReads.readAt });
    if (made) {
      await noteStudied(transaction, userId, made.readAt);
      return { lessonId, readAt: made.readAt };
    }
    const [first] = await transaction
      .select({ readAt: lessonReads.readAt })
      .from(lessonReads)
      .where(and(eq(lessonReads.userId, userId), eq(lessonReads.lessonId, lessonId)));
    if (!first) throw new Error('A read mark is neither new nor there.');
    return { lessonId, readAt: first.readAt };
  });
}

const submitFields = {
  id: submits.id,
  clientSubmitId: submits.clientSubmitId,
  questionSetId: submits.questionSetId,
  score: submits.score,
  maxScore: submits.maxScore,
  results: submits.results,
  answeredAt: submits.answeredAt,
  receivedAt: submits.receivedAt,
};

/** A submit that was received already; undefined when it is new. */
export async function findSubmit(
  database: Database,
  userId: string,
  clientSubmitId: string,
): Promise<Submit | undefined> {
  const [submit] = await database
    .select(submitFields)
    .from(submits)
    .where(and(eq(submits.userId, userId), eq(submits.clientSubmitId, clientSubmitId)));
  return submit;
}

/** Before this no device had the app. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);

/**
 * A time of the learner's clock, or ours where that shows none that can be: refused, the submit would be sent for ever.
 */
function believable(time: string): string | SQL<string> {
  const milliseconds = Date.parse(time);
  const isPossible = milliseconds >= EARLIEST_MS && milliseconds <= Date.now() + DAY_MS;
  return isPossible ? new Date(milliseconds).toISOString() : now;
}

/**
 * Records a submit with its score.
 *
 * @returns undefined when the same one has been received already, be it at this very moment.
 */
export function recordSubmit(
  database: Database,
  userId: string,
  newSubmit: NewSubmit,
  questions: readonly NewQuestion[],
): Promise<Submit | undefined> {
  const answeredAt = believable(newSubmit.answeredAt);
  const values = {
    id: randomUUID(),
    userId,
    clientSubmitId: newSubmit.clientSubmitId,
    questionSetId: newSubmit.questionSetId,
    questionSetUpdatedAt: believable(newSubmit.questionSetUpdatedAt),
    answers: newSubmit.answers,
    ...scoreAnswers(questions, newSubmit.answers),
    answeredAt,
    receivedAt: now,
    studiedAt: sql`least(${answeredAt}::timestamptz, ${now})`,
  };
  return database.transaction(async (transaction) => {
    const [made] = await transaction
      .insert(submits)
      .values(values)
      .onConflictDoNothing()
      .returning({ ...submitFields, studiedAt: submits.studiedAt });
    if (!made) return undefined;
    const { studiedAt, ...submit } = made;
    await noteStudied(transaction, userId, studiedAt);
    return submit;
  });
}
