/**
 * Computes a learner's status by required courses (必修). The server has the same rule in SQL
 * (server/api/people/learner-status.ts), with the same test cases.
 */
import { counts, type CourseStudy, isCompleted } from '@/study/completed';

import { hasPaused, type LearnerStatus, type StudyTimes } from './learner-status';

/** A required course, and what the learner has studied of it. */
export interface RequiredCourse extends CourseStudy {
  /** ISO 8601. */
  dueAt: string;
}

/**
 * Returns true if a required course is late: its date is over, and it was not completed in time, which the day of study
 * decides. No course is late for a person who was registered after the date.
 *
 * @param joinedAt when the person was registered, ISO 8601; undefined when unknown. @param nowMs milliseconds since
 * 1970.
 */
export function isLate(course: RequiredCourse, joinedAt: string | undefined, nowMs: number): boolean {
  const due = Date.parse(course.dueAt);
  if (due >= nowMs || (joinedAt !== undefined && Date.parse(joinedAt) > due)) return false;
  if (!isCompleted(course)) return counts(course);
  const day = course.completedAt ?? course.lastReadAt;
  return day !== undefined && Date.parse(day) > due;
}

/**
 * Returns the status by the required courses alone; undefined where no course is required. Who has a course left is
 * behind after 14 days without study, also before its date.
 */
export function requiredStatusOf(
  required: readonly RequiredCourse[],
  learner: StudyTimes,
  nowMs: number,
): LearnerStatus | undefined {
  const courses = required.filter(counts);
  if (courses.length === 0) return undefined;
  if (courses.some((course) => isLate(course, learner.createdAt, nowMs))) return 'behind';
  if (courses.every(isCompleted)) return 'finished';
  if (hasPaused(learner, nowMs)) return 'behind';
  return courses.some(({ readCount = 0, completedAt }) => readCount > 0 || completedAt !== undefined)
    ? 'steady'
    : 'unstarted';
}
