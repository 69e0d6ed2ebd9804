// @vitest-environment jsdom
/** Tests the results from the detailed progress, and the colour level of a day. */
import { expect, test } from 'vitest';

import type { QuestionSetProgress } from '@/api/progress';
import { checkedPasswordSchema, ownDetailsSchema, ownPasswordSchema } from '@/features/profile/account-schemas';
import { calendarLevel } from '@/features/profile/CalendarCard';
import { lastResults } from '@/features/profile/StudyRecord';
import { countSubmits } from '@/study/course-progress';

const set = (changes: Partial<QuestionSetProgress>): QuestionSetProgress => ({
  questionSetId: 'q',
  lessonId: 'l',
  title: '確認問題',
  submitCount: 1,
  lastScore: 3,
  bestScore: 4,
  maxScore: 5,
  lastSubmittedAt: '2026-11-01T00:00:00Z',
  lastAnswers: [],
  ...changes,
});
const progressOf = (questionSets: QuestionSetProgress[], unplaced: QuestionSetProgress[] = []) => ({
  userId: 'u1',
  courses: [{ courseId: 'c', courseTitle: 'コース', lessonCount: 3, readLessons: [], questionSets }],
  unplacedReads: [],
  unplacedQuestionSets: unplaced,
});

test('results are sorted oldest first, whatever the format of their times', () => {
  const progress = progressOf(
    [set({ questionSetId: 'new', lastSubmittedAt: '2026-11-02T00:00:00+09:00' })],
    [set({ questionSetId: 'old', lastSubmittedAt: '2026-11-01T14:00:00Z' })],
  );
  expect(lastResults(progress).map(({ questionSetId }) => questionSetId)).toEqual(['old', 'new']);
});

test("question sets without a score or without questions are left out of the learner's results", () => {
  const progress = progressOf([
    set({ lastScore: undefined }),
    set({ submitCount: 0, lastScore: undefined, lastSubmittedAt: undefined }),
    set({ lastScore: 0, maxScore: 0 }),
  ]);
  expect(lastResults(progress)).toEqual([]);
});

test('submits are counted over all sets, including queued ones', () => {
  expect(countSubmits(progressOf([set({ submitCount: 2 }), set({ submitCount: 0 })], [set({ submitCount: 1 })]))).toBe(
    3,
  );
});

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 3],
  [6, 3],
  [7, 4],
  [99, 4],
])('a day with %i activities has the colour level %i', (count, level) => {
  expect(calendarLevel(count)).toBe(level);
});

test("in the user's profile an empty e-mail address is saved as null; a name is trimmed and required", () => {
  expect(ownDetailsSchema.parse({ name: ' 佐藤 ', email: '' })).toEqual({ name: '佐藤', email: null });
  expect(ownDetailsSchema.parse({ name: '佐藤', email: 'a@example.com' }).email).toBe('a@example.com');
  expect(ownDetailsSchema.parse({ name: '佐藤', email: ' a@example.com　' }).email).toBe('a@example.com');
  expect(ownDetailsSchema.parse({ name: '佐藤', email: ' ' }).email).toBe(null);
  expect(ownDetailsSchema.safeParse({ name: '　 ', email: '' }).success).toBe(false);
  expect(ownDetailsSchema.safeParse({ name: '佐藤', email: 'a@' }).success).toBe(false);
});

test('a new password needs eight characters, and the repeated password must be equal', () => {
  const noCurrent = { currentPassword: '' };
  expect(ownPasswordSchema.safeParse({ ...noCurrent, password: 'long enough', again: 'long enough' }).success).toBe(
    true,
  );
  expect(ownPasswordSchema.safeParse({ ...noCurrent, password: 'short', again: 'short' }).success).toBe(false);
  const different = ownPasswordSchema.safeParse({ ...noCurrent, password: 'long enough', again: 'long enougH' });
  expect(different.error?.issues.map(({ path }) => path)).toEqual([['again']]);
  const withCurrent = { currentPassword: 'x', password: 'long enough', again: 'long enough' };
  expect(checkedPasswordSchema.safeParse(withCurrent).success).toBe(true);
  expect(checkedPasswordSchema.safeParse({ ...withCurrent, ...noCurrent }).success).toBe(false);
});
