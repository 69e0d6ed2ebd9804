/** Avoids needless regrading (再採点): marks submits as graded by a set's new version if the version has the same answer keys. */
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
 * Returns true if every question of the set's earlier version still exists with the same answer key. A deleted question counts as
 * changed: it could come back with another key.
 */
function keepsKeys(before: readonly NewQuestion[], after: readonly NewQuestion[]): boolean {
  const keyAfter = new Map(after.map((question) => [String(question.id), keyOf(question)]));
  return before.every((question) => isDeepStrictEqual(keyAfter.get(String(question.id)), keyOf(question)));
}

/**
 * Marks submits that were graded by the question set's previous version as graded by the saved version, if both versions have the same
 * answer keys.
 */
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
