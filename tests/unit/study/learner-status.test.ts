/**
 * Tests the rule of a learner's status in TypeScript; tests/unit/server/learner-status.test.ts has the same cases for
 * the SQL.
 */
import { LESSON_COUNT, learnerStatusCases } from '@tests/support/learner-status-cases';
import { expect, test } from 'vitest';

import { type LearnerFacts, learnerStatusOf } from '@/study/people/learner-status';

const nowMs = Date.parse('2026-11-21T00:00:00Z');
const daysAgo = (days: number) => new Date(nowMs - days * 86_400_000).toISOString();

test.each(learnerStatusCases)(
  'a learner who $title has the status $status',
  ({ role, isPublished, readCount, hasCompleted = false, registeredDaysAgo, studiedDaysAgo, status }) => {
    const lastStudiedAt = studiedDaysAgo === undefined ? undefined : daysAgo(studiedDaysAgo);
    const progress = {
      lessonCount: isPublished ? LESSON_COUNT : 0,
      readLessonCount: readCount,
      courseCount: isPublished ? 1 : 0,
      completedCourseCount: hasCompleted || readCount === LESSON_COUNT ? 1 : 0,
      lastStudiedAt,
    };
    const user: LearnerFacts = { role, createdAt: daysAgo(registeredDaysAgo), lastStudiedAt, progress };

    expect(learnerStatusOf(user, nowMs)).toBe(status);
  },
);

test('a learner whose progress the server does not send has no known status', () => {
  const user: LearnerFacts = {
    role: 'STUDENT',
    createdAt: daysAgo(100),
    lastStudiedAt: daysAgo(90),
    progress: undefined,
  };

  expect(learnerStatusOf(user, nowMs)).toBeUndefined();
});

test.each([
  ['counts of lessons', {}],
  ['the time of the last study', { lessonCount: 6, readLessonCount: 2 }],
])('a learner who has studied has no known status while the server leaves out %s', (_, progress) => {
  const user: LearnerFacts = { role: 'STUDENT', createdAt: daysAgo(100), lastStudiedAt: undefined, progress };

  expect(learnerStatusOf(user, nowMs)).toBeUndefined();
});

test('a learner who has read nothing has not started, if the day of the registration is unknown', () => {
  const user: LearnerFacts = { role: 'STUDENT', progress: { lessonCount: 6, readLessonCount: 0 } };

  expect(learnerStatusOf(user, nowMs)).toBe('unstarted');
});
