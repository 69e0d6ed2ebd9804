/** Tests the schedule of spaced review: when a question that was answered wrong is due again. */
import { expect, test } from 'vitest';

import type { QuestionSetProgress } from '@/api/progress';
import {
  afterAnswer,
  dueAtOf,
  isSpacedReviewDue,
  LEARNT,
  spacedReviewItems,
  spacedReviewKey,
  type SpacedReviewRecord,
} from '@/study/spaced-review-schedule';

const at = (day: number, hour = 15) => new Date(2026, 10, day, hour).getTime();

function setProgress(correct: Record<string, boolean>, submittedAt = at(1), questionSetId = 's1'): QuestionSetProgress {
  return {
    questionSetId,
    lessonId: 'l1',
    title: '確認問題',
    submitCount: 1,
    maxScore: 2,
    lastSubmittedAt: new Date(submittedAt).toISOString(),
    lastAnswers: Object.entries(correct).map(([questionId, isRight]) => ({ questionId, correct: isRight })),
  };
}

const known = (records: Record<string, SpacedReviewRecord>) =>
  new Map(
    Object.entries(records).map(([questionId, record]) => [
      spacedReviewKey({ questionSetId: 's1', questionId }),
      record,
    ]),
  );
const idsOf = (items: { questionId: string }[]) => items.map(({ questionId }) => questionId);

test('a question answered wrong is due at once, one answered right is not under review', () => {
  const items = spacedReviewItems([setProgress({ q1: true, q2: false })], new Map());
  expect(idsOf(items)).toEqual(['q2']);
  expect(isSpacedReviewDue(items[0]?.record ?? { streak: 9, at: 0 }, at(1))).toBe(true);
});

test('a question answered right is due after 1, 3, 7 and 14 days, and then counts as learnt', () => {
  let record = afterAnswer({ streak: 0, at: at(1) }, true, at(1));
  const days: number[] = [];
  while (record.streak < LEARNT) {
    const due = dueAtOf(record);
    days.push(Math.round((due - new Date(record.at).setHours(0, 0, 0, 0)) / 86_400_000));
    record = afterAnswer(record, true, due);
  }
  expect(days).toEqual([1, 3, 7, 14]);
  expect(dueAtOf(record)).toBe(Infinity);
  expect(spacedReviewItems([setProgress({ q1: false })], known({ q1: record }))).toEqual([]);
});

test('a question that is due on a day is due from midnight', () => {
  const record = { streak: 1, at: at(5, 23) };
  expect(isSpacedReviewDue(record, at(5, 23))).toBe(false);
  expect(isSpacedReviewDue(record, at(6, 0))).toBe(true);
});

test('a wrong answer resets the schedule', () => {
  expect(afterAnswer({ streak: 3, at: at(1) }, false, at(9))).toEqual({ streak: 0, at: at(9) });
});

test('a submit newer than the last review decides the schedule', () => {
  const records = known({ q1: { streak: 2, at: at(2) }, q2: { streak: 1, at: at(2) }, q3: { streak: 3, at: at(8) } });
  const items = spacedReviewItems([setProgress({ q1: false, q2: true, q3: false }, at(4))], records);
  expect(Object.fromEntries(items.map(({ questionId, record }) => [questionId, record]))).toEqual({
    q1: { streak: 0, at: at(4) },
    q2: { streak: 2, at: at(4) },
    // Reviewed after the submit, so the submit changes nothing.
    q3: { streak: 3, at: at(8) },
  });
});

test('a right answer in a submit before the question is due does not extend the interval', () => {
  const record = { streak: 2, at: at(2) };
  expect(spacedReviewItems([setProgress({ q1: true }, at(3))], known({ q1: record }))[0]?.record).toEqual(record);
});

test('with the clock turned back two years, questions are due and not lost', () => {
  const record = { streak: 3, at: at(1) };
  expect(isSpacedReviewDue(record, at(1) - 2 * 365 * 86_400_000)).toBe(true);
});

test('questions are sorted by due time across question sets', () => {
  const sets = [setProgress({ q1: false }, at(3)), setProgress({ q1: false }, at(2), 's2')];
  expect(spacedReviewItems(sets, new Map()).map(({ questionSetId }) => questionSetId)).toEqual(['s2', 's1']);
});
