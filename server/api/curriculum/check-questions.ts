/** Validates questions before they are stored, and drops fields of other question types. */
import { Problem } from '@server/api/shared/problem';
import type * as z from 'zod/mini';

import { canShuffle, findQuestionFaults } from '@/api/question-rules';
import type { NewQuestion, newQuestionSchema } from '@/api/question-set-edits';

type ParsedQuestion = z.output<typeof newQuestionSchema>;

/** Keeps only the fields of the question's type. @param before the stored question with this id. */
function toStored(
  { id, type, body, choices, explanation = '', ...answer }: ParsedQuestion,
  before: NewQuestion | undefined,
): NewQuestion {
  const {
    correctChoiceIds,
    acceptedAnswers,
    correctOrder,
    shuffle = before?.shuffle,
    lenient = before?.lenient,
  } = answer;
  const isShuffled = shuffle === true && canShuffle(type);
  const question = { id, type, body, choices, explanation, ...(isShuffled && { shuffle }) };
  if (type === 'text') return { ...question, acceptedAnswers, ...(lenient === true && { lenient }) };
  if (type === 'order') return { ...question, correctOrder };
  return { ...question, correctChoiceIds };
}

/** Validates the questions of a set. @throws {Problem} 422 with the fields' paths. */
export function checkQuestions(questions: readonly ParsedQuestion[]): void {
  const errors = findQuestionFaults(questions);
  if (errors.length > 0) throw new Problem(422, '問題の内容を確かめてください。', { errors });
}

/**
 * Returns valid questions as they are stored. A question without `shuffle` or `lenient` keeps the stored value, because editors
 * and clients that do not know these fields omit them.
 *
 * @param before the questions that they replace.
 */
export function toStoredQuestions(
  questions: readonly ParsedQuestion[],
  before: readonly NewQuestion[] = [],
): NewQuestion[] {
  const beforeOf = new Map(before.map((question) => [String(question.id), question]));
  return questions.map((question) => toStored(question, beforeOf.get(question.id)));
}
