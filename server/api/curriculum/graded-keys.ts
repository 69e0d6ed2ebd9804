/**
 * The answer keys by which a submit's questions were graded, so that only questions with another key are graded again
 * (再採点). A key is stored as a short text: the letter of the question's kind at that time (`c` choices, `o` order, `t`
 * text, `?` unknown), then a digest of the question's key against which the answer was last checked.
 */
import { createHash } from 'node:crypto';

import type { Database } from '@server/db/database';
import { submits } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';

import type { NewQuestion } from '@/api/question-set-edits';

import type { StoredQuestionSet } from './question-sets';

/** Characters of a digest: 96 bits in base64url. */
const DIGEST_LENGTH = 16;

/**
 * Returns the letter of a question's kind. `single` and `multiple` have one letter: both are answered by a set of
 * choices.
 */
function kindOf({ correctOrder, correctChoiceIds }: NewQuestion): string {
  if (correctOrder) return 'o';
  return correctChoiceIds ? 'c' : 't';
}

/** Returns the stored form of a question's key. */
export function keyOf(question: NewQuestion): string {
  const { id, type, correctChoiceIds, acceptedAnswers, correctOrder, lenient } = question;
  // Without the setting the key is as older builds stored it.
  const setting = lenient ? ['lenient'] : [];
  const key = JSON.stringify([id, type, correctChoiceIds, acceptedAnswers, correctOrder, ...setting]);
  return kindOf(question) + createHash('sha256').update(key).digest('base64url').slice(0, DIGEST_LENGTH);
}

/** Returns the stored keys of questions, by question id. */
export function keysOf(questions: readonly NewQuestion[]): Record<string, string> {
  return Object.fromEntries(questions.map((question) => [String(question.id), keyOf(question)]));
}

/**
 * SQL condition on `submits`: the stored keys are those by which the submit was graded last. Older builds do not update
 * them.
 */
export const hasGradedKeys = sql`coalesce((${submits.gradedKeys} ->> 'version')::timestamptz = ${submits.gradedVersion}, false)`;

/**
 * Stores the keys of submits that an older build graded by the present version of a question set. Call it before the
 * set is replaced, which makes the version's keys unknown.
 */
export async function rememberGradedKeys(transaction: Database, set: StoredQuestionSet): Promise<void> {
  const keys = JSON.stringify(keysOf(set.questions));
  const ofResults = sql`(
    select coalesce(jsonb_agg(${keys}::jsonb ->> (result.value ->> 'questionId') order by place), '[]')
    from jsonb_array_elements(${submits.results}) with ordinality as result (value, place)
    where place <= ${submits.maxScore})`;
  await transaction
    .update(submits)
    .set({ gradedKeys: sql`jsonb_build_object('version', ${set.updatedAt}::text, 'keys', ${ofResults})` })
    .where(and(eq(submits.questionSetId, set.id), eq(submits.gradedVersion, set.updatedAt), sql`not ${hasGradedKeys}`));
}
