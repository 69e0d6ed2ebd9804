/**
 * The answer keys by which a submit's questions were graded, as short texts: one letter for the kind of the question at that time (`c`
 * choices, `o` order, `t` text, `?` unknown), then a digest of the key against which the answer was last checked.
 */
import { createHash } from 'node:crypto';

import type { NewQuestion } from '@/api/question-set-edits';

/** Digits of the digest: 96 bits in base64url. */
const DIGEST_LENGTH = 16;

/** Returns the letter of a question's kind. Answers to `single` and `multiple` questions are graded alike. */
function kindOf({ correctOrder, correctChoiceIds }: NewQuestion): string {
  if (correctOrder) return 'o';
  return correctChoiceIds ? 'c' : 't';
}

/** Returns the digest of a question's answer key. */
function digestOfKey({ type, correctChoiceIds, acceptedAnswers, correctOrder }: NewQuestion): string {
  const key = JSON.stringify([type, correctChoiceIds, acceptedAnswers, correctOrder]);
  return createHash('sha256').update(key).digest('base64url').slice(0, DIGEST_LENGTH);
}

/** Returns the stored form of the key by which an answer to a question is graded now. */
export function keyOf(question: NewQuestion): string {
  return `${kindOf(question)}${digestOfKey(question)}`;
}
