/** Records what was studied: reads and submits, each once. */
import { randomUUID } from 'node:crypto';

import { type Database, now } from '@server/db/database';
import { lessonReads, submits, users } from '@server/db/schema';
import { and, eq, type SQL, sql } from 'drizzle-orm';

import type { NewQuestion } from '@/api/question-set-edits';
import type { DatedRead } from '@/api/study-history';
import type { NewSubmit, Submit } from '@/api/submits';
import { DAY_MS } from '@/constants';

import { readReceivedAt } from './progress';
import { scoreAnswers } from './score';

async function noteStudied(transaction: Database, userId: string, studiedAt: string): Promise<void> {
  await transaction
    .update(users)
    .set({ lastStudiedAt: sql`greatest(${users.lastStudiedAt}, ${studiedAt}::timestamptz)` })
    .where(eq(users.id, userId));
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

/** When something was done by the learner's clock: never after it came in. */
function studiedBy(time: string | SQL<string>): SQL<string> {
  return sql<string>`least(${time}::timestamptz, ${now})`;
}

/**
 * Marks a lesson as read; a repeated mark answers the first, moved back where it tells of an earlier reading.
 *
 * @param at when it was read, by the learner's clock; without it, now. Nobody read anything before they had an account.
 */
export function recordRead(database: Database, userId: string, lessonId: string, at?: string): Promise<DatedRead> {
  return database.transaction(async (transaction) => {
    const isReader = eq(users.id, userId);
    const [reader] = await transaction.select({ createdAt: users.createdAt }).from(users).where(isReader);
    const readAt = at && reader ? sql`greatest(${studiedBy(believable(at))}, ${reader.createdAt}::timestamptz)` : now;
    // Without a time of its own a repeated mark is none of an earlier reading, whatever our clock says.
    const earliest = at ? sql`least(${lessonReads.readAt}, excluded.read_at)` : sql`${lessonReads.readAt}`;
    const [read] = await transaction
      .insert(lessonReads)
      .values({ userId, lessonId, readAt, receivedAt: now })
      .onConflictDoUpdate({ target: [lessonReads.userId, lessonReads.lessonId], set: { readAt: earliest } })
      .returning({ readAt: lessonReads.readAt, receivedAt: readReceivedAt });
    if (!read) throw new Error('A read mark is neither new nor there.');
    await noteStudied(transaction, userId, read.readAt);
    return { lessonId, ...read };
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
    studiedAt: studiedBy(answeredAt),
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
