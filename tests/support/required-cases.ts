/**
 * Test cases of a learner's state where courses are required, shared by the tests of the rule in TypeScript
 * (src/study/people/required-status.ts) and in SQL (server/api/people/learner-status.ts).
 */
import type { LearnerStatus } from '@/study/people/learner-status';

/** The number of lessons in each course of these cases that has lessons. */
export const LESSON_COUNT = 2;

interface RequiredCase {
  title: string;
  /** Days from now until the date of each required course; negative: past. */
  required: {
    dueInDays: number;
    /** The number of lessons that are read, two days ago. */
    readCount: number;
    /** True if the course has no lessons. */
    isEmpty?: boolean;
    /** Days from now until the recorded completion of the course; negative: past. */
    completedInDays?: number;
  }[];
  registeredDaysAgo?: number;
  /** Days since the learner last studied, 2 by default; null for never. */
  studiedDaysAgo?: number | null;
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
  {
    title: 'has begun a course that is due later, and last studied 13.9 days ago',
    required: [{ dueInDays: 3, readCount: 1 }],
    studiedDaysAgo: 13.9,
    status: 'steady',
  },
  {
    title: 'has begun a course that is due later, and last studied 14 days ago',
    required: [{ dueInDays: 3, readCount: 1 }],
    studiedDaysAgo: 14,
    status: 'behind',
  },
  {
    title: 'was registered long ago, has a course that is due later, and never studied',
    required: [{ dueInDays: 30, readCount: 0 }],
    studiedDaysAgo: null,
    status: 'behind',
  },
  {
    title: 'was registered today, has a course that is due later, and never studied',
    required: [{ dueInDays: 30, readCount: 0 }],
    registeredDaysAgo: 0,
    studiedDaysAgo: null,
    status: 'unstarted',
  },
  {
    title: 'was registered after the date, and last studied 20 days ago',
    required: [{ dueInDays: -30, readCount: 1 }],
    registeredDaysAgo: 25,
    studiedDaysAgo: 20,
    status: 'behind',
  },
  {
    title: 'completed all required courses, and last studied 90 days ago',
    required: [{ dueInDays: 3, readCount: 2, completedInDays: -90 }],
    studiedDaysAgo: 90,
    status: 'finished',
  },
  {
    title: 'read all lessons before the date, and has no recorded completion',
    required: [{ dueInDays: -1, readCount: 2 }],
    status: 'finished',
  },
  {
    title: 'read all lessons after the date, and has no recorded completion',
    required: [{ dueInDays: -5, readCount: 2 }],
    status: 'behind',
  },
  {
    title: 'completed a course whose lessons were all deleted since',
    required: [{ dueInDays: -1, readCount: 0, completedInDays: -2, isEmpty: true }],
    status: 'finished',
  },
  {
    title: 'has a course without lessons that was due, and another one that is due later',
    required: [
      { dueInDays: 3, readCount: 1 },
      { dueInDays: -1, readCount: 0, isEmpty: true },
    ],
    status: 'steady',
  },
];
