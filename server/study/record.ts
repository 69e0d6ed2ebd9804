/** Records what was studied: reads and submits, each once. */
import { randomUUID } from 'node:crypto';

import { type Database, now } from '@server/db/database';
import { lessonReads, submits, users } from '@server/db/schema';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgInsertValue } from 'drizzle-orm/pg-core';

import type { NewQuestion } from '@/api/question-set-edits';
import type { DatedRead } from '@/api/study-history';
import type { NewSubmit, Submit } from '@/api/submits';
import { DAY_MS } from '@/constants';

import { readReceivedAt } from './progress';
import { scoreAnswers } from './score';

/** The later of what a learner's row says and of when something was studied. */
function laterStudied(studiedAt: AnyPgColumn): SQL<string> {
  return sql<string>`greatest(${users.lastStudiedAt}, ${studiedAt})`;
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
    const createdAt = sql`(select ${users.createdAt} from ${users} where ${users.id} = ${userId})`;
    const readAt = at ? sql`greatest(${studiedBy(believable(at))}, ${createdAt})` : now;
    // Without a time of its own a repeated mark is none of an earlier reading, whatever our clock says.
    const earliest = at ? sql`least(${lessonReads.readAt}, excluded.read_at)` : sql`${lessonReads.readAt}`;
    const made = transaction.$with('made').as(
      transaction
        .insert(lessonReads)
        .values({ userId, lessonId, readAt, receivedAt: now })
        .onConflictDoUpdate({ target: [lessonReads.userId, lessonReads.lessonId], set: { readAt: earliest } })
        .returning({ readAt: lessonReads.readAt, receivedAt: readReceivedAt.as('received') }),
    );
    const [read] = await transaction
      .with(made)
      .update(users)
      .set({ lastStudiedAt: laterStudied(made.readAt) })
      .from(made)
      .where(eq(users.id, userId))
      .returning({ readAt: made.readAt, receivedAt: made.receivedAt });
    if (!read) throw new Error('A read mark is neither new nor there.');
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

/** One statement for submit and learner. @returns undefined when it is there already, and nothing has changed. */
async function insertSubmit(transaction: Database, values: PgInsertValue<typeof submits>): Promise<Submit | undefined> {
  const made = transaction.$with('made').as(
    transaction
      .insert(submits)
      .values(values)
      .onConflictDoNothing()
      .returning({ ...submitFields, studiedAt: submits.studiedAt }),
  );
  const [submit] = await transaction
    .with(made)
    .update(users)
    .set({ lastStudiedAt: laterStudied(made.studiedAt) })
    .from(made)
    .where(eq(users.id, values.userId))
    .returning({
      id: made.id,
      clientSubmitId: made.clientSubmitId,
      questionSetId: made.questionSetId,
      score: made.score,
      maxScore: made.maxScore,
      results: made.results,
      answeredAt: made.answeredAt,
      receivedAt: made.receivedAt,
    });
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
  return database.transaction((transaction) => insertSubmit(transaction, values));
}
