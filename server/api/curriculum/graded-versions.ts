/** Moves submits on to a set's new version where its keys are as before, so that 再採点 need not check them. */
import { isDeepStrictEqual } from 'node:util';

import type { Database } from '@server/db/database';
import { submits } from '@server/db/schema';
import { and, eq } from 'drizzle-orm';

import type { NewQuestion } from '@/api/question-set-edits';

import type { StoredQuestionSet } from './question-sets';

const keyOf = ({ type, correctChoiceIds, acceptedAnswers, correctOrder }: NewQuestion) => [
  type,
  correctChoiceIds ?? null,
  acceptedAnswers ?? null,
  correctOrder ?? null,
];

/**
 * Returns whether every question of a set is still there with its key. A deleted question counts as changed: it could come back with
 * another key.
 */
function keepsKeys(before: readonly NewQuestion[], after: readonly NewQuestion[]): boolean {
  const keyAfter = new Map(after.map((question) => [String(question.id), keyOf(question)]));
  return before.every((question) => isDeepStrictEqual(keyAfter.get(String(question.id)), keyOf(question)));
}

/** Marks the submits that were judged by the set's version before as judged by the saved one, if its keys are the same. */
export async function keepGradedVersions(
  transaction: Database,
  before: StoredQuestionSet,
  saved: StoredQuestionSet,
): Promise<void> {
  if (!keepsKeys(before.questions, saved.questions)) return;
  await transaction
    .update(submits)
    .set({ gradedVersion: saved.updatedAt })
    .where(and(eq(submits.questionSetId, before.id), eq(submits.gradedVersion, before.updatedAt)));
}
