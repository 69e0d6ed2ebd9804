// @vitest-environment jsdom
/** Tests small functions of solving and reviewing: one-line texts, orders, and the sequence of questions. */
import { describe, expect, test } from 'vitest';

import type { Question, QuestionSet } from '@/api/question-sets';
import { chooseIn } from '@/features/questions/player/ChoiceCards';
import { plainText } from '@/features/questions/player/plain-text';
import { moveId, orderedChoices } from '@/features/questions/player/QuestionPlayer';
import { verdictWords } from '@/features/questions/player/VerdictMark';
import { numbersToWalk, wasChangedSince } from '@/features/questions/review/ReviewScreen';
import { readReviewSearch, readSolveSearch } from '@/features/questions/solve/question-search';
import { firstOpenPlace } from '@/features/questions/solve/SolveScreen';
import { unansweredWords } from '@/features/questions/solve/SolvingFlow';
import type { Attempt } from '@/study/attempts';

const question = (id: string, type: Question['type'] = 'multiple'): Question => ({
  id,
  type,
  body: '',
  choices: ['a', 'b', 'c'].map((choiceId) => ({ id: choiceId, body: choiceId })),
});
const set: QuestionSet = {
  id: 's1',
  lessonId: 'l1',
  title: '',
  order: 0,
  updatedAt: '2026-11-02T00:00:00.000Z',
  questions: [question('q1'), question('q2'), question('q3')],
};
const attempt: Attempt = {
  answers: [],
  grades: {
    score: 1,
    maxScore: 2,
    results: [
      { questionId: 'q1', correct: true },
      { questionId: 'q2', correct: false },
    ],
  },
  isProvisional: false,
  answeredAt: '2026-11-03T00:00:00.000Z',
};

test.each([
  ['正解', { correct: true, isAnswered: true, isGraded: true }],
  ['まちがい', { correct: false, isAnswered: true, isGraded: true }],
  ['まちがい', { correct: false, isAnswered: undefined, isGraded: true }],
  ['正誤は不明', { correct: undefined, isAnswered: true, isGraded: true }],
  ['採点は送信後', { correct: undefined, isAnswered: true, isGraded: false }],
  ['未解答', { correct: undefined, isAnswered: false, isGraded: true }],
  ['解答は不明', { correct: undefined, isAnswered: undefined, isGraded: true }],
])('a verdict reads %s for %j', (words, verdict) => {
  expect(verdictWords(verdict)).toBe(words);
});

test.each([
  ['次の**平均**は`3`ですか。\n\n続き', '次の平均は3ですか。'],
  ['![箱ひげ図](content:x)\n図を見て', '箱ひげ図 図を見て'],
  ['{漢字|かんじ}と｜平均《へいきん》', '漢字と平均'],
  ['[資料](https://example.com)の$N$', '資料のN'],
  ['表示は？\n```js\nx\n```', '表示は？'],
])('the question %j is listed as %j', (markdown, expected) => {
  expect(plainText(markdown)).toBe(expected);
});

test.each([
  [String.raw`情報量 $H = \log_2 N^L$ と等しい式はどれですか。`, '情報量 H = log₂ N^L と等しい式はどれですか。'],
  [String.raw`（$64 = 2^6$）`, '（64 = 2⁶）'],
  [String.raw`$\dfrac{1}{36}$ か $\frac{a+b}{2}$`, '1/36 か (a+b)/2'],
  [String.raw`$L \times \log_2 26 \approx 75.2$ ビット`, 'L × log₂ 26 ≈ 75.2 ビット'],
  [String.raw`$\sigma / \sqrt{n}$、$x^{n+1}$、$x_{ij}$、$\text{平均} \le 5$`, 'σ / √(n)、xⁿ⁺¹、x_(ij)、平均 ≤ 5'],
  [String.raw`$\left( \hat{y} \right)^2$ は 50\%`, String.raw`( y )² は 50\%`],
  ['$HOME と `$PATH` を表示する', '$HOME と $PATH を表示する'],
  ['5$ から 10$ まで', '5$ から 10$ まで'],
])('formulas in the question %s are listed as plain text: %s', (markdown, expected) => {
  expect(plainText(markdown)).toBe(expected);
});

test("selected choices are kept in the question's order; a single choice replaces the previous one", () => {
  expect(chooseIn(question('q1'), ['c'], 'a')).toEqual(['a', 'c']);
  expect(chooseIn(question('q1'), ['a', 'c'], 'a')).toEqual(['c']);
  expect(chooseIn(question('q1', 'single'), ['c'], 'a')).toEqual(['a']);
});

describe('the answer to an ordering question', () => {
  test("an ordering question shows its choices in the server's order until the learner moves one", () => {
    expect(orderedChoices(question('q1', 'order'), undefined).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(orderedChoices(question('q1', 'order'), ['c', 'a', 'b']).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  test.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [0, -1, ['a', 'b', 'c']],
    [2, 3, ['a', 'b', 'c']],
  ])('a choice moves from position %i to %i', (from, to, expected) => {
    expect(moveId(['a', 'b', 'c'], from, to)).toEqual(expected);
  });
});

test('unanswered questions are listed before 提出 (submit)', () => {
  const states = [true, false, false].map((isAnswered) => ({ isAnswered, isFlagged: false }));
  expect(unansweredWords(states)).toBe('問2、問3が未解答です。');
  expect(unansweredWords([])).toBe('すべての問題に解答しました。');
});

test('an attempt resumes at the first unanswered question, or at the overview', () => {
  const answers = ['q1', 'q2', 'q3'].map((questionId) => ({ questionId, choiceIds: ['a'] }));
  expect(firstOpenPlace(set, { answers: answers.slice(0, 1), flagged: [] })).toBe(2);
  expect(firstOpenPlace(set, { answers, flagged: [] })).toBe('overview');
});

test('reviewing only wrong questions skips the right ones, and includes all questions while they are not graded', () => {
  expect(numbersToWalk(set, attempt, true)).toEqual([2, 3]);
  expect(numbersToWalk(set, attempt, false)).toEqual([1, 2, 3]);
  expect(numbersToWalk(set, { ...attempt, grades: undefined }, true)).toEqual([1, 2, 3]);
});

test('to tell if a set changed since an attempt, the set’s version at the attempt is compared, or the attempt’s time if it is unknown', () => {
  expect(wasChangedSince(set, attempt)).toBe(false);
  expect(wasChangedSince(set, { ...attempt, answeredAt: '2026-11-01T00:00:00.000Z' })).toBe(true);
  expect(wasChangedSince(set, { ...attempt, questionSetUpdatedAt: '2026-11-02T00:00:00Z' })).toBe(false);
  expect(wasChangedSince(set, { ...attempt, questionSetUpdatedAt: '2026-11-01T00:00:00Z' })).toBe(true);
});

test("answers re-marked after the set's last change do not count as answers to an older version of the set", () => {
  const older = { ...attempt, questionSetUpdatedAt: '2026-11-01T00:00:00Z' };
  expect(wasChangedSince(set, { ...older, rescored: { at: '2026-11-03T00:00:00Z', scoreBefore: 1 } })).toBe(false);
  expect(wasChangedSince(set, { ...older, rescored: { at: '2026-11-01T12:00:00Z', scoreBefore: 1 } })).toBe(true);
});

test('invalid search parameters are ignored', () => {
  expect(readSolveSearch({ q: 2, view: 'overview', submit: 7 })).toEqual({ q: 2, view: 'overview', submit: '7' });
  expect(readSolveSearch({ q: -1, view: 'x', submit: {} })).toEqual({});
  expect(readReviewSearch({ q: 1.5, wrong: 'yes', user: 12 })).toEqual({ user: '12' });
  expect(readReviewSearch({ q: 3, wrong: true })).toEqual({ q: 3, wrong: true });
});
