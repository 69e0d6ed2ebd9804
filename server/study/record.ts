/** Records what was studied: reads and submits, each once. */
import { randomUUID } from 'node:crypto';

import { type Database, now } from '@server/db/database';
import { prepared } from '@server/db/prepared';
import { lessonReads, submits, users } from '@server/db/schema';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

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

/** A time of the learner's clock; null where it shows none that can be: refused, the submit would be sent for ever. */
function believable(time: string): string | null {
  const milliseconds = Date.parse(time);
  const isPossible = milliseconds >= EARLIEST_MS && milliseconds <= Date.now() + DAY_MS;
  return isPossible ? new Date(milliseconds).toISOString() : null;
}

/** A time that was believed, or ours. */
const timeOf = (name: string) => sql<string>`coalesce(${sql.placeholder(name)}::timestamptz, ${now})`;
/** When something was done by the learner's clock: never after it came in. */
const studiedAt = (name: string) => sql<string>`least(${sql.placeholder(name)}::timestamptz, ${now})`;

const readStatement = prepared((database, isTimed: boolean) => {
  const userId = sql.placeholder('userId');
  // Nobody read anything before they had an account.
  const createdAt = sql`(select ${users.createdAt} from ${users} where ${users.id} = ${userId})`;
  const readAt = isTimed ? sql`greatest(${studiedAt('at')}, ${createdAt})` : now;
  // Without a time of its own a repeated mark is none of an earlier reading, whatever our clock says.
  const earliest = isTimed ? sql`least(${lessonReads.readAt}, excluded.read_at)` : sql`${lessonReads.readAt}`;
  const made = database.$with('made').as(
    database
      .insert(lessonReads)
      .values({ userId, lessonId: sql.placeholder('lessonId'), readAt, receivedAt: now })
      .onConflictDoUpdate({ target: [lessonReads.userId, lessonReads.lessonId], set: { readAt: earliest } })
      .returning({ readAt: lessonReads.readAt, receivedAt: readReceivedAt.as('received') }),
  );
  return database
    .with(made)
    .update(users)
    .set({ lastStudiedAt: laterStudied(made.readAt) })
    .from(made)
    .where(eq(users.id, userId))
    .returning({ readAt: made.readAt, receivedAt: made.receivedAt })
    .prepare(`read-${isTimed}`);
});

/**
 * Marks a lesson as read; a repeated mark answers the first, moved back where it tells of an earlier reading.
 *
 * @param at when it was read, by the learner's clock; without it, now.
 */
export async function recordRead(
  database: Database,
  userId: string,
  lessonId: string,
  at?: string,
): Promise<DatedRead> {
  const known = at === undefined ? {} : { at: believable(at) };
  const [read] = await readStatement(database, at !== undefined).execute({ userId, lessonId, ...known });
  if (!read) throw new Error('A read mark is neither new nor there.');
  return { lessonId, ...read };
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

/** One statement for submit and learner, and so one transaction. */
const submitStatement = prepared((database) => {
  const given = (name: string) => sql.placeholder(name);
  const made = database.$with('made').as(
    database
      .insert(submits)
      .values({
        id: given('id'),
        userId: given('userId'),
        clientSubmitId: given('clientSubmitId'),
        questionSetId: given('questionSetId'),
        questionSetUpdatedAt: timeOf('questionSetUpdatedAt'),
        answers: given('answers'),
        results: given('results'),
        score: given('score'),
        maxScore: given('maxScore'),
        answeredAt: timeOf('answeredAt'),
        receivedAt: now,
        studiedAt: studiedAt('answeredAt'),
      })
      .onConflictDoNothing()
      .returning({ ...submitFields, studiedAt: submits.studiedAt }),
  );
  return database
    .with(made)
    .update(users)
    .set({ lastStudiedAt: laterStudied(made.studiedAt) })
    .from(made)
    .where(eq(users.id, given('userId')))
    .returning({
      id: made.id,
      clientSubmitId: made.clientSubmitId,
      questionSetId: made.questionSetId,
      score: made.score,
      maxScore: made.maxScore,
      results: made.results,
      answeredAt: made.answeredAt,
      receivedAt: made.receivedAt,
    })
    .prepare('submit');
});

/**
 * Records a submit with its score.
 *
 * @returns undefined when the same one has been received already, be it at this very moment.
 */
export async function recordSubmit(
  database: Database,
  userId: string,
  newSubmit: NewSubmit,
  questions: readonly NewQuestion[],
): Promise<Submit | undefined> {
  const { clientSubmitId, questionSetId, answers } = newSubmit;
  const [submit] = await submitStatement(database).execute({
    id: randomUUID(),
    userId,
    clientSubmitId,
    questionSetId,
    questionSetUpdatedAt: believable(newSubmit.questionSetUpdatedAt),
    answers,
    ...scoreAnswers(questions, answers),
    answeredAt: believable(newSubmit.answeredAt),
  });
  return submit;
}
