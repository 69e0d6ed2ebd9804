/** Tests the order of shuffled choices: fixed by the seed of the attempt, and only where the author switched it on. */
import { expect, test } from 'vitest';

import type { Question, QuestionSet } from '@/api/question-sets';
import { inAttemptOrder, setInAttemptOrder } from '@/study/choice-order';

const choices = ['a', 'b', 'c', 'd'].map((id) => ({ id, body: `選択肢 ${id}` }));
const question: Question = { id: 'q1', type: 'single', body: '問い', choices, shuffle: true };
const orderOf = (one: Question, seed: string) =>
  inAttemptOrder(one, seed)
    .choices.map(({ id }) => id)
    .join('');

test('one seed always gives the same order of choices, with every choice once', () => {
  expect(orderOf(question, 'seed')).toBe(orderOf(question, 'seed'));
  expect(orderOf(question, 'seed').split('').sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(question.choices).toEqual(choices);
});

test('all orders of four choices come about equally often over many seeds', () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 2400; seed += 1) {
    const order = orderOf(question, `seed-${seed}`);
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }

  expect(counts.size).toBe(24);
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
  expect(Math.max(...counts.values())).toBeLessThan(170);
});

test('different questions with the same choices get different orders', () => {
  const orders = Array.from({ length: 20 }, (_, index) => orderOf({ ...question, id: `q${index}` }, 'seed'));

  expect(new Set(orders).size).toBeGreaterThan(8);
});

test('a question without `shuffle`, and a set without shuffled questions, are returned as the same object', () => {
  const plain: Question = { ...question, shuffle: undefined };
  const set: QuestionSet = { id: 's1', lessonId: 'l1', title: '', order: 0, updatedAt: '', questions: [plain] };

  expect(inAttemptOrder(plain, 'seed')).toBe(plain);
  expect(setInAttemptOrder(set, 'seed')).toBe(set);
  expect(setInAttemptOrder({ ...set, questions: [plain, question] }, 'seed').questions[0]).toBe(plain);
});
