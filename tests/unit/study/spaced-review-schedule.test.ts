/** Tests the schedule of spaced review: when a question that was answered wrong is due again. */
import { expect, test } from 'vitest';

import type { QuestionSetProgress } from '@/api/progress';
import {
  afterAnswer,
  afterRoundAnswer,
  comingReviews,
  daysUntilReview,
  dueAtOf,
  isSpacedReviewDue,
  LEARNT,
  spacedReviewItems,
  spacedReviewKey,
  type SpacedReviewRecord,
  wrongItems,
} from '@/study/spaced-review-schedule';

const at = (day: number, hour = 15) => new Date(2026, 10, day, hour).getTime();

function setProgress(
  correct: Record<string, boolean | undefined>,
  submittedAt = at(1),
  questionSetId = 's1',
): QuestionSetProgress {
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

test('an answer of which the server does not send whether it is right changes no schedule', () => {
  const record = { streak: 2, at: at(1) };
  const items = spacedReviewItems([setProgress({ q1: undefined, q2: undefined }, at(9))], known({ q2: record }));
  expect(items.map(({ questionId, record: after }) => [questionId, after])).toEqual([['q2', record]]);
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

test('a review question that is due on a day is due from midnight', () => {
  const record = { streak: 1, at: at(5, 23) };
  expect(isSpacedReviewDue(record, at(5, 23))).toBe(false);
  expect(isSpacedReviewDue(record, at(6, 0))).toBe(true);
});

test("a wrong answer resets the question's schedule of spaced review", () => {
  expect(afterAnswer({ streak: 3, at: at(1) }, false, at(9))).toEqual({ streak: 0, at: at(9) });
});

test('a submit newer than the last spaced review decides the schedule', () => {
  const records = known({ q1: { streak: 2, at: at(2) }, q2: { streak: 1, at: at(2) }, q3: { streak: 3, at: at(8) } });
  const items = spacedReviewItems([setProgress({ q1: false, q2: true, q3: false }, at(4))], records);
  expect(Object.fromEntries(items.map(({ questionId, record }) => [questionId, record]))).toEqual({
    q1: { streak: 0, at: at(4) },
    q2: { streak: 2, at: at(4) },
    // The review came after the submit, so the submit changes nothing.
    q3: { streak: 3, at: at(8) },
  });
});

test('a right answer in a submit before the question is due for review does not extend the interval', () => {
  const record = { streak: 2, at: at(2) };
  expect(spacedReviewItems([setProgress({ q1: true }, at(3))], known({ q1: record }))[0]?.record).toEqual(record);
});

test('with the clock turned back two years, review questions are due and not lost', () => {
  const record = { streak: 3, at: at(1) };
  expect(isSpacedReviewDue(record, at(1) - 2 * 365 * 86_400_000)).toBe(true);
});

test('review questions are sorted by due time across question sets', () => {
  const sets = [setProgress({ q1: false }, at(3)), setProgress({ q1: false }, at(2), 's2')];
  expect(spacedReviewItems(sets, new Map()).map(({ questionSetId }) => questionSetId)).toEqual(['s2', 's1']);
});

test('in a review round, a right answer before the question is due changes nothing, a wrong one makes it due at once', () => {
  const record = { streak: 1, at: at(3) };
  expect(afterRoundAnswer(record, true, at(3, 16))).toBe(record);
  expect(afterRoundAnswer(record, true, at(4))).toEqual({ streak: 2, at: at(4) });
  expect(afterRoundAnswer(record, false, at(3, 16))).toEqual({ streak: 0, at: at(3, 16) });
});

test('the wrong questions of an attempt are listed in their order, including learnt ones, without deleted ones', () => {
  const set = {
    id: 's1',
    title: '確認問題',
    questions: ['q1', 'q2', 'q3'].map((id) => ({ id, type: 'text' as const, body: '', choices: [] })),
  };
  const results = ['q3', 'q9', 'q2', 'q1'].map((questionId) => ({ questionId, correct: questionId === 'q2' }));
  const attempt = { answeredAt: new Date(at(2)).toISOString(), grades: { results, score: 1, maxScore: 4 } };
  const learnt = { streak: LEARNT, at: at(20) };

  const items = wrongItems(set, attempt, known({ q1: { streak: 3, at: at(1) }, q3: learnt }));

  expect(items).toMatchObject([
    { questionId: 'q1', record: { streak: 0, at: at(2) } },
    { questionId: 'q3', record: learnt },
  ]);
  expect(wrongItems(set, { ...attempt, grades: undefined }, new Map())).toEqual([]);
});

test('days until a review are days of the calendar, also from late in the evening', () => {
  const days = [0, 1, 2, 3, 4, 5].map((streak) => daysUntilReview({ streak, at: at(1, 23) }, at(1, 23)));
  expect(days).toEqual([0, 1, 3, 7, 14, Infinity]);
  expect(daysUntilReview({ streak: 2, at: at(1, 23) }, at(3, 1))).toBe(1);
});

test('coming reviews are counted by day, soonest first, without the questions that are already due', () => {
  const sets = [setProgress({ q1: false, q2: false, q3: false, q4: false })];
  const records = known({
    q1: { streak: 2, at: at(2) },
    q2: { streak: 1, at: at(2) },
    q3: { streak: 1, at: at(2, 9) },
  });

  const coming = comingReviews(spacedReviewItems(sets, records), at(2, 20));

  expect(coming).toEqual([
    { days: 1, count: 2 },
    { days: 3, count: 1 },
  ]);
});
