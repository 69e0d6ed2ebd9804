/** Builds the set that 試し解き (trial run) solves: the editor's set as a learner would get it. */
import type { Choice, Explanation, QuestionSet } from '@/api/question-sets';

import { type QuestionForm, type QuestionSetForm, toNewQuestionSet } from './question-set-form';
import { checkQuestionSet } from './question-set-rules';

export interface Preview {
  set: QuestionSet;
  explanation: Explanation;
  /** The numbers, from 1, of questions that cannot be solved yet. */
  skipped: readonly number[];
}

/**
 * Shuffles the choices deterministically, never into the right order: takes every other choice from the end, then the
 * rest.
 */
function shuffle(choices: readonly Choice[]): Choice[] {
  const backwards = [...choices].reverse();
  return [...backwards.filter((_, index) => index % 2 === 0), ...backwards.filter((_, index) => index % 2 === 1)];
}

function isSolvable(form: QuestionSetForm, question: QuestionForm): boolean {
  return checkQuestionSet({ ...form, title: 'タイトル', questions: [question] }).length === 0;
}

/** Builds the question set and its explanation in memory; nothing is stored or sent. */
export function toPreview(form: QuestionSetForm, lessonId: string): Preview {
  const solvable = form.questions.filter((question) => isSolvable(form, question));
  const { questions } = toNewQuestionSet({ ...form, questions: solvable });
  const about = { questionSetId: 'preview', updatedAt: new Date(0).toISOString() };
  const set: QuestionSet = {
    id: about.questionSetId,
    lessonId,
    title: form.title,
    order: 0,
    updatedAt: about.updatedAt,
    questions: solvable.map(({ id, type, body, choices, shuffle: isShuffled }) => {
      if (type === 'text') return { id, type, body, choices: [] };
      if (type === 'order') return { id, type, body, choices: shuffle(choices) };
      return { id, type, body, choices, shuffle: isShuffled };
    }),
  };
  const explanation: Explanation = {
    ...about,
    questions: questions.map(
      ({ id, correctChoiceIds, acceptedAnswers, correctOrder, lenient, explanation: why = '' }) => ({
        questionId: String(id),
        correctChoiceIds: correctChoiceIds?.map(String),
        acceptedAnswers,
        lenient,
        correctOrder: correctOrder?.map(String),
        explanation: why,
      }),
    ),
  };
  const skipped = form.questions.flatMap((question, index) => (solvable.includes(question) ? [] : index + 1));
  return { set, explanation, skipped };
}
