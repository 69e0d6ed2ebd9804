/**
 * Test cases of a learner's state where courses are required, shared by the tests of the rule in TypeScript
 * (src/study/required-status.ts) and in SQL (server/api/people/learner-status.ts).
 */
import type { LearnerStatus } from '@/study/learner-status';

/** The number of lessons in each course of these cases. */
export const LESSON_COUNT = 2;

interface RequiredCase {
  title: string;
  /** Days from now until the date of each required course; negative: past. */
  required: {
    dueInDays: number;
    readCount: number;
    /** Days from now until the recorded completion of the course; negative: past. */
    completedInDays?: number;
  }[];
  registeredDaysAgo?: number;
  status: LearnerStatus | undefined;
}

export const requiredCases: readonly RequiredCase[] = [
  { title: 'has begun a course that is due later', required: [{ dueInDays: 3, readCount: 1 }], status: 'steady' },
  {
    title: 'has not begun a course that is due later',
    required: [{ dueInDays: 3, readCount: 0 }],
    status: 'unstarted',
  },
  { title: 'has not begun a course that was due', required: [{ dueInDays: -1, readCount: 0 }], status: 'behind' },
  { title: 'has begun a course that was due', required: [{ dueInDays: -1, readCount: 1 }], status: 'behind' },
  {
    title: 'completed the course before the date',
    required: [{ dueInDays: -1, readCount: 2, completedInDays: -2 }],
    status: 'finished',
  },
  {
    title: 'completed the course after the date',
    required: [{ dueInDays: -5, readCount: 2, completedInDays: -2 }],
    status: 'behind',
  },
  {
    title: 'completed the course, to which a lesson was added',
    required: [{ dueInDays: -1, readCount: 1, completedInDays: -2 }],
    status: 'finished',
  },
  {
    title: 'completed one of two required courses',
    required: [
      { dueInDays: 3, readCount: 2, completedInDays: -2 },
      { dueInDays: 3, readCount: 0 },
    ],
    status: 'steady',
  },
  {
    title: 'is late with one of two required courses',
    required: [
      { dueInDays: 3, readCount: 2, completedInDays: -2 },
      { dueInDays: -3, readCount: 0 },
    ],
    status: 'behind',
  },
  {
    title: 'was registered after the date',
    required: [{ dueInDays: -3, readCount: 0 }],
    registeredDaysAgo: 1,
    status: 'unstarted',
  },
];
