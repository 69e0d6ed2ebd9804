/** Tests Aiken files: questions, and faults with their lines. */
import { expect, test } from 'vitest';

import { readAiken } from '@/study/question-files/aiken';

test('an Aiken question has its choices and the one right answer', () => {
  const [entry] = readAiken('首都は\nA. 東京\nB) 大阪\nANSWER: A\n');
  expect(entry).toEqual({
    line: 1,
    text: '首都は\nA. 東京\nB) 大阪\nANSWER: A',
    question: {
      type: 'single',
      body: '首都は',
      choices: [
        { body: '東京', isCorrect: true },
        { body: '大阪', isCorrect: false },
      ],
      acceptedAnswers: [],
      explanation: '',
    },
    notes: [],
  });
});

test('full-width letters and signs are accepted in Aiken', () => {
  const [entry] = readAiken('首都は\r\nＡ．東京\r\nＢ．大阪\r\nANSWER：Ｂ');
  expect(entry?.question?.choices.map(({ isCorrect }) => isCorrect)).toEqual([false, true]);
});

test('Aiken questions may follow each other with and without a blank line', () => {
  const entries = readAiken(
    '一\nA. a\nB. b\nANSWER: A\n二\nA. a\nB. b\nANSWER: B\n\n\n三\n続き\nA. a\nB. b\nANSWER: A',
  );
  expect(entries.map(({ line, question }) => [line, question?.body])).toEqual([
    [1, '一'],
    [5, '二'],
    [11, '三\n続き'],
  ]);
});

test('blank lines before the choices and the answer of an Aiken question are skipped, and its lines keep their numbers', () => {
  const entries = readAiken('一\n\n(A) a\n\n(B) b\n\nAnswer: B\n\n二\n\nA. a\nC. c\nANSWER: A');
  expect(entries.map(({ line, question }) => [line, question?.choices.map(({ isCorrect }) => isCorrect)])).toEqual([
    [1, [false, true]],
    [9, undefined],
  ]);
  expect(entries[1]?.notes.join('')).toContain('12行目は');
});

test.each([
  ['問\nA. a\nB. b', 'ANSWER'],
  ['問\nANSWER: A', '選択肢（'],
  ['A. a\nB. b\nANSWER: A', '問題文がありません'],
  ['問\nA. a\nC. c\nANSWER: A', '3行目は「B. 」'],
  ['問\nA. a\nb\nANSWER: A', '3行目は「B. 」'],
  ['問\nA. a\nB. b\nANSWER: C', '正解「C」'],
  ['問\nA. a\nB. b\nANSWER: A, B', '正解は1つだけ'],
  ['問\nA. a\nB. b\nANSWER:', '正解「」'],
])('the Aiken text %j is left out with its reason', (text, reason) => {
  const [entry] = readAiken(text);
  expect(entry?.question).toBeUndefined();
  expect(entry?.notes.join('')).toContain(reason);
});
