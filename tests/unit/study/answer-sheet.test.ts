/** Tests the answers to a question set while the learner solves it. */
import { describe, expect, test } from 'vitest';

import type { Question } from '@/api/question-sets';
import {
  answersGiven,
  answerTo,
  carryOver,
  emptySheet,
  isAnswer,
  isEmptySheet,
  withAnswer,
  withFlag,
} from '@/study/answer-sheet';

const question = (id: string, type: Question['type'], choiceIds: string[] = []): Question => ({
  id,
  type,
  body: '',
  choices: choiceIds.map((choiceId) => ({ id: choiceId, body: choiceId })),
});

describe('an answer on the answer sheet', () => {
  test.each([
    [undefined, false],
    [{ choiceIds: [] }, false],
    [{ choiceIds: ['a'] }, true],
    [{ text: '　 ' }, false],
    [{ text: '60' }, true],
  ])('the answer %o counts as answered: %s', (answer, expected) => {
    expect(isAnswer(answer)).toBe(expected);
  });

  test('a new answer to a question replaces the previous answer to that question', () => {
    const sheet = withAnswer(withAnswer(emptySheet, 'q1', { choiceIds: ['a'] }), 'q1', { choiceIds: ['b'] });
    expect(sheet.answers).toEqual([{ questionId: 'q1', choiceIds: ['b'] }]);
    expect(answerTo(sheet, 'q2')).toBeUndefined();
  });

  test('answers are submitted in the order of the questions, without empty ones', () => {
    const sheet = withAnswer(withAnswer(withAnswer(emptySheet, 'q3', { text: ' ' }), 'q2', { text: 'x' }), 'q1', {
      choiceIds: ['a'],
    });
    const questions = [question('q1', 'single'), question('q2', 'text'), question('q3', 'text')];
    expect(answersGiven(sheet, questions).map(({ questionId }) => questionId)).toEqual(['q1', 'q2']);
  });
});

test('あとで見る (look at it later) can be set and removed; answers that have only this flag do not count as empty', () => {
  const flagged = withFlag(emptySheet, 'q1');
  expect(flagged.flagged).toEqual(['q1']);
  expect([isEmptySheet(emptySheet), isEmptySheet(flagged), isEmptySheet(withFlag(flagged, 'q1'))]).toEqual([
    true,
    false,
    true,
  ]);
});

describe('the answer sheet in a newer version of the set', () => {
  const sheet = {
    answers: [
      { questionId: 'gone', choiceIds: ['a'] },
      { questionId: 'single', choiceIds: ['a'] },
      { questionId: 'lost', choiceIds: ['x'] },
      { questionId: 'multiple', choiceIds: ['a', 'x'] },
      { questionId: 'text', text: '答え' },
      { questionId: 'order', choiceIds: ['b', 'a'] },
      { questionId: 'longer', choiceIds: ['b', 'a'] },
      { questionId: 'retyped', text: '答え' },
    ],
    flagged: ['gone', 'text'],
  };
  const questions = [
    question('single', 'single', ['a', 'b']),
    question('lost', 'single', ['a', 'b']),
    question('multiple', 'multiple', ['a', 'b']),
    question('text', 'text'),
    question('order', 'order', ['a', 'b']),
    question('longer', 'order', ['a', 'b', 'c']),
    question('retyped', 'single', ['a', 'b']),
  ];

  test('only answers that still have the same meaning are kept when the set has a newer version', () => {
    expect(carryOver(sheet, questions)).toEqual({
      answers: [
        { questionId: 'single', choiceIds: ['a'] },
        { questionId: 'multiple', choiceIds: ['a'] },
        { questionId: 'text', text: '答え' },
        { questionId: 'order', choiceIds: ['b', 'a'] },
      ],
      flagged: ['text'],
    });
  });
});
