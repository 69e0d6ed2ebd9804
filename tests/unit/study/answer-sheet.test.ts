/** The answers to one question set while it is solved. */
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

describe('an answer', () => {
  test.each([
    [undefined, false],
    [{ choiceIds: [] }, false],
    [{ choiceIds: ['a'] }, true],
    [{ text: '　 ' }, false],
    [{ text: '60' }, true],
  ])('%o says something: %s', (answer, expected) => {
    expect(isAnswer(answer)).toBe(expected);
  });

  test('takes the place of the one before', () => {
    const sheet = withAnswer(withAnswer(emptySheet, 'q1', { choiceIds: ['a'] }), 'q1', { choiceIds: ['b'] });
    expect(sheet.answers).toEqual([{ questionId: 'q1', choiceIds: ['b'] }]);
    expect(answerTo(sheet, 'q2')).toBeUndefined();
  });

  test('is submitted in the order of the questions, without those that say nothing', () => {
    const sheet = withAnswer(withAnswer(withAnswer(emptySheet, 'q3', { text: ' ' }), 'q2', { text: 'x' }), 'q1', {
      choiceIds: ['a'],
    });
    const questions = [question('q1', 'single'), question('q2', 'text'), question('q3', 'text')];
    expect(answersGiven(sheet, questions).map(({ questionId }) => questionId)).toEqual(['q1', 'q2']);
  });
});

test('あとで見る is set and taken back, and alone makes a sheet worth keeping', () => {
  const flagged = withFlag(emptySheet, 'q1');
  expect(flagged.flagged).toEqual(['q1']);
  expect([isEmptySheet(emptySheet), isEmptySheet(flagged), isEmptySheet(withFlag(flagged, 'q1'))]).toEqual([
    true,
    false,
    true,
  ]);
});

describe('in a newer version of the set', () => {
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

  test('what still means the same comes along, and nothing else', () => {
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
