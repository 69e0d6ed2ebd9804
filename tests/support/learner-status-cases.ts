/** Cases of a learner's status, for the rule in TypeScript (src/study/learner-status.ts) and in SQL (server/api/people/learner-status.ts). */
import type { Role } from '@/session/roles';
import type { LearnerStatus } from '@/study/learner-status';

/** How many lessons the course of these cases has. */
export const LESSON_COUNT = 2;

export interface LearnerStatusCase {
  title: string;
  role: Role;
  /** The course is published: a student counts only published lessons. */
  isPublished: boolean;
  /** Lessons read, of {@link LESSON_COUNT}. */
  readCount: number;
  /** The server has recorded that the course was completed, before a lesson was added. */
  hasCompleted?: boolean;
  registeredDaysAgo: number;
  /** Undefined for a learner who never studied. */
  studiedDaysAgo: number | undefined;
  /** Undefined for a user without a status. */
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
