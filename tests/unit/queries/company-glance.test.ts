/**
 * Tests the figures of a company, from its learners (one learner's status: tests/unit/study/learner-status.test.ts).
 */
import { expect, test } from 'vitest';

import type { User } from '@/api/users';
import { glanceAt } from '@/queries/people/company-glance';

const now = Date.parse('2026-11-21T00:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const learner = (read: number, lastDays?: number, changes: Partial<User> = {}): User => ({
  id: `u${read}-${lastDays}`,
  username: 'u',
  name: '名前',
  email: undefined,
  role: 'STUDENT',
  companyId: 'minato',
  active: true,
  createdAt: daysAgo(100),
  lastStudiedAt: lastDays === undefined ? undefined : daysAgo(lastDays),
  progress: {
    lessonCount: 10,
    readLessonCount: read,
    lastStudiedAt: lastDays === undefined ? undefined : daysAgo(lastDays),
  },
  ...changes,
});

test('the figures count only active learners of the company', () => {
  const people = [
    learner(10, 1),
    learner(5, 20),
    learner(0, 40),
    learner(0, 40, { role: 'STAFF' }),
    learner(0, 40, { active: false }),
    learner(0, 40, { companyId: 'yamabiko' }),
  ];
  const { learnerCount, meanPercent, behind } = glanceAt(people, 'minato', now);
  expect([learnerCount, meanPercent]).toEqual([3, 50]);
  expect(behind.map(({ id }) => id)).toEqual(['u0-40', 'u5-20']);
});

test('a learner is behind if the server says so, because of a required course, whenever they studied', () => {
  const people = [learner(5, 1, { state: 'behind' }), learner(5, 20, { state: 'finished' }), learner(4, 1)];

  expect(glanceAt(people, 'minato', now).behind.map(({ id }) => id)).toEqual(['u5-1']);
});

test('a company without learners has no mean', () => {
  expect(glanceAt([], 'minato', now)).toEqual({ learnerCount: 0, meanPercent: 0, behindCount: 0, behind: [] });
});
