/** Validates questions before they are stored, and drops fields of other question types. */
import { Problem } from '@server/api/shared/problem';
import type * as z from 'zod/mini';

import { findQuestionFaults } from '@/api/question-rules';
import type { NewQuestion, newQuestionSchema } from '@/api/question-set-edits';

type ParsedQuestion = z.output<typeof newQuestionSchema>;

/** Keeps only the fields of the question's type. */
function toStored({ id, type, body, choices, explanation = '', ...answer }: ParsedQuestion): NewQuestion {
  const { correctChoiceIds, acceptedAnswers, correctOrder } = answer;
  const question = { id, type, body, choices, explanation };
  if (type === 'text') return { ...question, acceptedAnswers };
  if (type === 'order') return { ...question, correctOrder };
  return { ...question, correctChoiceIds };
}

/** Validates the questions of a set. @returns them as stored. @throws {Problem} 422 with the fields' paths. */
export function checkQuestions(questions: readonly ParsedQuestion[]): NewQuestion[] {
  const errors = findQuestionFaults(questions);
  if (errors.length > 0) throw new Problem(422, '問題の内容を確かめてください。', { errors });
  return questions.map(toStored);
}
