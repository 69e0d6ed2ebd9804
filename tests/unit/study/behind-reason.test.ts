/** Tests the text on why a learner is late. */
import { expect, test } from 'vitest';

import { behindReason } from '@/study/people/behind-reason';

const nowMs = new Date(2026, 10, 26, 12).getTime();
const daysAgo = (days: number) => new Date(nowMs - days * 86_400_000).toISOString();
const person = {
  id: 'p',
  companyId: 'c',
  createdAt: daysAgo(100),
  lastStudiedAt: daysAgo(16),
  progress: { lessonCount: 14, readLessonCount: 2 },
};
const titleOf = (id: string) => ({ security: '情報セキュリティの基本' })[id];
const required = { id: 'a', courseId: 'security', companyId: 'c', dueAt: daysAgo(5) };
const reason = (share: object, assignments = [required]) =>
  behindReason(
    { ...person, courses: [{ courseId: 'security', read: 2, total: 4, ...share }] },
    assignments,
    titleOf,
    nowMs,
  );

test.each([
  { title: 'with unread lessons', share: {}, words: '必修「情報セキュリティの基本」が5日過ぎています：未読2' },
  {
    title: 'completed after the date',
    share: { read: 4, completedAt: daysAgo(2) },
    words: '必修「情報セキュリティの基本」を期限の3日後に修了しました',
  },
])('a late required course $title says $words', ({ share, words }) => {
  expect(reason(share)).toBe(words);
});

test('a learner without required courses is late by days without study', () => {
  expect(reason({}, [])).toBe('16日学習していません：未読12');
});

test('a learner whose required course is due later is late by days without study, with its unread lessons', () => {
  expect(reason({}, [{ ...required, dueAt: daysAgo(-5) }])).toBe('16日学習していません：未読2');
});

test('another company’s assignment is no reason for being late', () => {
  expect(reason({}, [{ ...required, companyId: 'other' }])).toBe('16日学習していません：未読12');
});
