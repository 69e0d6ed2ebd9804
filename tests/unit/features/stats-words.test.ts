// @vitest-environment jsdom
/** Tests 問題の分析 (question statistics): order, texts and CSV. */
import { expect, test } from 'vitest';

import type { SetStats } from '@/api/question-stats';
import { discriminationWords, sortStats, statsToRows } from '@/features/question-stats/QuestionStatsScreen';

const question = (questionId: string, rightCount: number, peopleCount = 10) => ({
  questionId,
  type: 'single' as const,
  body: questionId,
  peopleCount,
  rightCount,
  wrongTexts: [],
  choices: [{ id: 'a', body: '赤', isCorrect: true, count: rightCount }],
});
const stats: SetStats = {
  questionSetId: 's',
  lessonId: 'l',
  title: '',
  updatedAt: '',
  peopleCount: 10,
  questions: [question('easy', 9), question('new', 0, 0), { ...question('hard', 2), discrimination: -0.1 }],
};

test('the hardest question is first, and one without answers last', () => {
  expect(sortStats(stats, true).map(({ questionId, number }) => [questionId, number])).toEqual([
    ['hard', 3],
    ['easy', 1],
    ['new', 2],
  ]);
  expect(sortStats(stats, false).map(({ number }) => number)).toEqual([1, 2, 3]);
});

test.each([
  [undefined, /^計算できません/],
  [-0.1, /^−0\.10（ほかの問題ができる人ほど/],
  [0.1, /^0\.10（.*差が小さい/],
  [0.45, /^0\.45$/],
])('a discrimination of %s is described in words', (discrimination, words) => {
  expect(discriminationWords({ discrimination })).toMatch(words);
});

test('the CSV of the statistics has a row for each question and choice', () => {
  expect(statsToRows(stats).slice(0, 3)).toEqual([
    ['問', '種類', '項目', '内容', '人数', '対象の人数', '割合（%）', '識別力'],
    ['1', '単一選択', '正解した人', 'easy', '9', '10', '90', ''],
    ['1', '単一選択', '選択肢（正解）', '赤', '9', '10', '90', ''],
  ]);
  expect(statsToRows(stats).at(-2)?.at(-1)).toEqual({ value: '-0.100' });
});
