/**
 * Test cases of a learner's status, shared by the tests of the rule in TypeScript (src/study/people/learner-status.ts)
 * and in SQL (server/api/people/learner-status.ts).
 */
import type { Role } from '@/session/roles';
import type { LearnerStatus } from '@/study/people/learner-status';

/** The number of lessons in the course of these cases. */
export const LESSON_COUNT = 2;

export interface LearnerStatusCase {
  title: string;
  role: Role;
  /** True if the course is published: for a student only lessons of published courses count. */
  isPublished: boolean;
  /** The number of lessons that the learner has read, of {@link LESSON_COUNT}. */
  readCount: number;
  /** True if the server recorded the course as completed before another lesson was added. */
  hasCompleted?: boolean;
  registeredDaysAgo: number;
  /** Days since the learner last studied; undefined for a learner who never studied. */
  studiedDaysAgo: number | undefined;
  /** The expected status; undefined for a user without one. */
  status: LearnerStatus | undefined;
}

const student = { role: 'STUDENT', isPublished: true, readCount: 1, registeredDaysAgo: 100 } as const;

export const learnerStatusCases: readonly LearnerStatusCase[] = [
  { ...student, title: 'studied 13.9 days ago', studiedDaysAgo: 13.9, status: 'steady' },
  { ...student, title: 'studied 14 days ago', studiedDaysAgo: 14, status: 'behind' },
  { ...student, title: 'read everything long ago', readCount: 2, studiedDaysAgo: 90, status: 'finished' },
  {
    ...student,
    title: 'completed before a lesson was added',
    hasCompleted: true,
    studiedDaysAgo: 90,
    status: 'finished',
  },
  {
    ...student,
    title: 'registered long ago, never studied',
    readCount: 0,
    studiedDaysAgo: undefined,
    status: 'behind',
  },
  {
    ...student,
    title: 'registered today, never studied',
    readCount: 0,
    registeredDaysAgo: 0,
    studiedDaysAgo: undefined,
    status: 'unstarted',
  },
  {
    ...student,
    title: 'registered 14 days ago, never studied',
    readCount: 0,
    registeredDaysAgo: 14,
    studiedDaysAgo: undefined,
    status: 'behind',
  },
  { ...student, title: 'answered questions today, read nothing', readCount: 0, studiedDaysAgo: 0, status: 'steady' },
  {
    ...student,
    title: 'has no published lesson, studied long ago',
    isPublished: false,
    readCount: 0,
    studiedDaysAgo: 90,
    status: 'steady',
  },
  {
    ...student,
    title: 'has no published lesson, never studied',
    isPublished: false,
    readCount: 0,
    studiedDaysAgo: undefined,
    status: 'unstarted',
  },
  { ...student, title: 'is a teacher', role: 'TEACHER', studiedDaysAgo: 90, status: undefined },
];
