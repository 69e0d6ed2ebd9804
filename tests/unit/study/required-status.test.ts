/**
 * Tests the rule of a learner's status by required courses in TypeScript; tests/unit/server/assignments.test.ts has the
 * same cases for the SQL.
 */
import { LESSON_COUNT, requiredCases } from '@tests/support/required-cases';
import { expect, test } from 'vitest';

import { requiredStatusOf } from '@/study/people/required-status';

const nowMs = Date.parse('2026-11-26T00:00:00Z');
const inDays = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();

test.each(requiredCases)(
  'by required courses, a learner who $title is $status',
  ({ required, registeredDaysAgo = 100, studiedDaysAgo = 2, status }) => {
    const courses = required.map(({ dueInDays, readCount, completedInDays, isEmpty }) => ({
      dueAt: inDays(dueInDays),
      lessonCount: isEmpty ? 0 : LESSON_COUNT,
      readCount,
      completedAt: completedInDays === undefined ? undefined : inDays(completedInDays),
      lastReadAt: readCount > 0 ? inDays(-2) : undefined,
    }));

    const lastStudiedAt = studiedDaysAgo === null ? undefined : inDays(-studiedDaysAgo);
    const learner = { createdAt: inDays(-registeredDaysAgo), lastStudiedAt };
    expect(requiredStatusOf(courses, learner, nowMs)).toBe(status);
  },
);

test('a learner without required courses has no status by required courses', () => {
  expect(requiredStatusOf([], { createdAt: inDays(-100) }, nowMs)).toBeUndefined();
});
