/** Records answers to a question set with their score, once. */
import { randomUUID } from 'node:crypto';

import type { Actor, Role } from '@server/api/access/permissions';
import {
  isSetVisibleTo,
  cachedQuestions,
  type CachedQuestions,
  readQuestions,
} from '@server/api/curriculum/question-cache';
import { type Database, now } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { questionSets, submits, users } from '@server/db/schema';
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

/** The row of a submit, if the set is there, in the version that it was scored by, and the role may see it. */
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

/** One statement for submit and learner, and so one transaction. */
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
    score,
    maxScore,
    answeredAt: plausibleTime(newSubmit.answeredAt),
  });
  return submit;
}

/**
 * Records a submit with its score.
 *
 * @returns undefined when the same one has been received already, be it at this very moment, or the set is not there.
 */
export async function recordSubmit(
  database: Database,
  actor: Actor,
  newSubmit: NewSubmit,
): Promise<Submit | undefined> {
  const { questionSetId } = newSubmit;
  let tried: CachedQuestions | undefined;
  let known = cachedQuestions(database, questionSetId) ?? (await readQuestions(database, actor.role, questionSetId));
  // Once more whenever the set has changed meanwhile.
  while (known && known.updatedAt !== tried?.updatedAt) {
    const submit = await insertSubmit(database, actor, newSubmit, known);
    if (submit) return submit;
    tried = known;
    known = await readQuestions(database, actor.role, questionSetId);
  }
  return undefined;
}
