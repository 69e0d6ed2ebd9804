/** Tests the data of 試し解き (the author's preview): the editor's contents in the form that a learner receives. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { gradeAnswer } from '@/api/grading';
import { explanationSchema, questionSetSchema } from '@/api/question-sets';
import type { QuestionForm } from '@/features/question-set-editor/question-set-form';
import { toPreview } from '@/features/question-set-editor/question-set-preview';

const choices = ['a', 'b', 'c', 'd'].map((id) => ({ id, body: `選択肢 ${id}` }));
const base: QuestionForm = {
  id: 'q1',
  type: 'single',
  body: '問い',
  choices,
  correctChoiceIds: ['b'],
  acceptedAnswers: [''],
  explanation: '理由',
};
const text: QuestionForm = { ...base, id: 'q2', type: 'text', acceptedAnswers: ['東京'] };
const order: QuestionForm = { ...base, id: 'q3', type: 'order' };

test('a preview is a set and an explanation as the API would send them', () => {
  const { set, explanation, skipped } = toPreview({ title: '題', questions: [base, text, order] }, 'l1');

  expect(z.safeParse(questionSetSchema, set).error).toBeUndefined();
  expect(z.safeParse(explanationSchema, explanation).error).toBeUndefined();
  expect(set).toMatchObject({
    lessonId: 'l1',
    title: '題',
    questions: [{ id: 'q1' }, { id: 'q2', choices: [] }, { id: 'q3' }],
  });
  expect(JSON.stringify(set)).not.toMatch(/correct|accepted|理由/);
  expect(explanation.questions.map(({ questionId }) => questionId)).toEqual(['q1', 'q2', 'q3']);
  expect(skipped).toEqual([]);
});

test('a preview is graded by the answers marked right in the editor', () => {
  const { explanation } = toPreview({ title: '題', questions: [base, text, order] }, 'l1');
  const [single, written, ordered] = explanation.questions;

  expect(gradeAnswer(single ?? {}, { choiceIds: ['b'] })).toBe(true);
  expect(gradeAnswer(single ?? {}, { choiceIds: ['a'] })).toBe(false);
  expect(gradeAnswer(written ?? {}, { text: '東京' })).toBe(true);
  expect(gradeAnswer(ordered ?? {}, { choiceIds: ['a', 'b', 'c', 'd'] })).toBe(true);
});

test('a preview of a lenient question is graded by the lenient rule', () => {
  const gradeOf = (question: QuestionForm) =>
    gradeAnswer(toPreview({ title: '題', questions: [question] }, 'l1').explanation.questions[0] ?? {}, {
      text: 'トウキョウ',
    });

  expect(gradeOf({ ...text, acceptedAnswers: ['とうきょう'], lenient: true })).toBe(true);
  expect(gradeOf({ ...text, acceptedAnswers: ['とうきょう'], lenient: false })).toBe(false);
});

test.each([2, 3, 4, 20])(
  '%i choices of an ordering question are shuffled in the preview, and none is lost',
  (count) => {
    const many = Array.from({ length: count }, (_, index) => ({ id: `c${index}`, body: `${index}` }));
    const { set } = toPreview({ title: '題', questions: [{ ...order, choices: many }] }, 'l1');
    const shown = set.questions[0]?.choices ?? [];

    expect(shown).not.toEqual(many);
    expect(shown.map(({ id }) => id).toSorted()).toEqual(many.map(({ id }) => id).toSorted());
  },
);

describe('unfinished questions in a preview', () => {
  test('an unfinished question is left out of the preview and named by its number; a missing title does not matter', () => {
    const { set, skipped } = toPreview(
      { title: '', questions: [{ ...base, body: '' }, text, { ...order, choices: [] }] },
      'l1',
    );

    expect(set.questions.map(({ id }) => id)).toEqual(['q2']);
    expect(skipped).toEqual([1, 3]);
  });
});
