/** Records submits with their score. Idempotent by `clientSubmitId`. */
import { randomUUID } from 'node:crypto';

import type { Actor, Role } from '@server/api/access/permissions';
import { keyOf } from '@server/api/curriculum/graded-keys';
import {
  isSetVisibleTo,
  cachedQuestions,
  type CachedQuestions,
  readQuestions,
} from '@server/api/curriculum/question-cache';
import { type Database, now } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { type GradedKeys, questionSets, submits, users } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';

import type { Answer, NewSubmit, Submit } from '@/api/submits';

import { scoreAnswers } from './score';
import { plausibleTime, laterStudyTime, studiedAt, timeOf } from './study-time';

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

/** Returns the additional fields of a submit that was graded again; no fields if it never was. */
export function rescoreFields({
  rescoredAt,
  scoreBefore,
}: Pick<typeof submits.$inferSelect, 'rescoredAt' | 'scoreBefore'>) {
  return rescoredAt === null || scoreBefore === null ? {} : { rescoredAt, scoreBefore };
}

/** Finds a recorded submit; undefined if there is none. */
export async function findSubmit(
  database: Database,
  userId: string,
  clientSubmitId: string,
): Promise<Submit | undefined> {
  const [stored] = await database
    .select({ ...submitFields, rescoredAt: submits.rescoredAt, scoreBefore: submits.scoreBefore })
    .from(submits)
    .where(and(eq(submits.userId, userId), eq(submits.clientSubmitId, clientSubmitId)));
  if (!stored) return undefined;
  const { rescoredAt, scoreBefore, ...submit } = stored;
  return { ...submit, ...rescoreFields({ rescoredAt, scoreBefore }) };
}

/**
 * Selects the row to insert; no row if the set was deleted, has another version than the scored one, or is not visible
 * to the role.
 */
function rowOf(database: Database, role: Role) {
  const given = <T>(name: string) => sql<T>`${sql.placeholder(name)}`.as(name);
  return database
    .select({
      id: given<string>('id'),
      userId: given<string>('userId'),
      clientSubmitId: given<string>('clientSubmitId'),
      questionSetId: questionSets.id,
      questionSetUpdatedAt: timeOf('questionSetUpdatedAt').as('seen'),
      answers: given<Answer[]>('answers'),
      results: given<Submit['results']>('results'),
      score: given<number>('score'),
      maxScore: given<number>('maxScore'),
      answeredAt: timeOf('answeredAt').as('answered'),
      receivedAt: now.as('received'),
      studiedAt: studiedAt('answeredAt').as('studied'),
      gradedVersion: questionSets.updatedAt,
      gradedKeys: given<GradedKeys>('gradedKeys'),
      rescoredAt: sql<null>`null::timestamptz`.as('rescored'),
      scoreBefore: sql<null>`null::integer`.as('before'),
    })
    .from(questionSets)
    .where(
      and(
        eq(questionSets.id, sql.placeholder('questionSetId')),
        eq(questionSets.updatedAt, sql.placeholder('version')),
        isSetVisibleTo(role),
      ),
    );
}

/** Inserts the submit and updates the user in one statement, and so in one transaction. */
const statement = preparedStatement((database, role: Role) => {
  const made = database.$with('made').as(
    database
      .insert(submits)
      .select(rowOf(database, role))
      .onConflictDoNothing()
      .returning({ ...submitFields, studiedAt: submits.studiedAt }),
  );
  return database
    .with(made)
    .update(users)
    .set({ lastStudiedAt: laterStudyTime(made.studiedAt) })
    .from(made)
    .where(eq(users.id, sql.placeholder('userId')))
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
    .prepare(`submit-${role}`);
});

async function insertSubmit(
  database: Database,
  { id: userId, role }: Actor,
  newSubmit: NewSubmit,
  { updatedAt, questions }: CachedQuestions,
): Promise<Submit | undefined> {
  const { clientSubmitId, questionSetId, answers } = newSubmit;
  const { results, score, maxScore } = scoreAnswers(questions, answers);
  const [submit] = await statement(database, role).execute({
    id: randomUUID(),
    userId,
    clientSubmitId,
    questionSetId,
    version: updatedAt,
    questionSetUpdatedAt: plausibleTime(newSubmit.questionSetUpdatedAt),
    answers: JSON.stringify(answers),
    results: JSON.stringify(results),
    gradedKeys: JSON.stringify({ version: updatedAt, keys: questions.map(keyOf) } satisfies GradedKeys),
    score,
    maxScore,
    answeredAt: plausibleTime(newSubmit.answeredAt),
  });
  return submit;
}

/**
 * Scores and records a submit.
 *
 * @returns undefined if this `clientSubmitId` is recorded already, also by a concurrent request, or the set does not
 * exist.
 */
export async function recordSubmit(
  database: Database,
  actor: Actor,
  newSubmit: NewSubmit,
): Promise<Submit | undefined> {
  const { questionSetId } = newSubmit;
  let tried: CachedQuestions | undefined;
  let known = cachedQuestions(database, questionSetId) ?? (await readQuestions(database, actor.role, questionSetId));
  // Retry if the question set was changed after its questions were read.
  while (known && known.updatedAt !== tried?.updatedAt) {
    const submit = await insertSubmit(database, actor, newSubmit, known);
    if (submit) return submit;
    tried = known;
    known = await readQuestions(database, actor.role, questionSetId);
  }
  return undefined;
}
