/** Tests the statistics of a question set that the app computes, where the server leaves out if an answer is right. */
import { expect, test } from 'vitest';

import type { Question } from '@/api/question-sets';
import { countStats } from '@/study/question-stats';

const question = (id: string): Question => ({ id, type: 'text', body: id, choices: [] });
const set = { id: 's1', lessonId: 'l1', title: '題', questions: [question('q1'), question('q2')] };
const person = (...correct: (boolean | undefined)[]) => ({
  maxScore: 2,
  lastAnswers: correct.map((right, index) => ({ questionId: `q${index + 1}`, correct: right, text: '答え' })),
});
const count = (people: ReturnType<typeof person>[]) =>
  countStats(set, { explanation: { questionSetId: 's1', questions: [] }, people, minWriters: 1 }).questions;

test('an answer of unknown correctness is left out of the numbers of its question', () => {
  const known = [person(true, false), person(false, true), person(true, true)];
  const [first, second] = count([...known, person(undefined, false)]);

  expect(first).toEqual(count(known)[0]);
  expect(second).toMatchObject({ peopleCount: 4, rightCount: 2, wrongTexts: [{ text: '答え', count: 2 }] });
});
