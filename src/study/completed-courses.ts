/** Lists the courses that a learner has completed. */
import type { Course } from '@/api/courses';

import { isCompleted } from './completed';
import { courseStudyOf } from './next-course';
import type { OwnProgress } from './unconfirmed';

/** A completed course, as home lists it. */
export interface CompletedCourse {
  courseId: string;
  title: string;
  /** The day on which the last lesson was read, ISO 8601; '' when unknown. */
  completedAt: string;
}

/**
 * Returns the completed courses, the latest first; includes courses that the server recorded as completed and no longer
 * shows.
 */
export function completedCourses(courses: readonly Course[], progress: OwnProgress): CompletedCourse[] {
  const recorded = (progress.completions ?? []).map(({ courseId, courseTitle, completedAt }) => ({
    courseId,
    title: courses.find(({ id }) => id === courseId)?.title ?? courseTitle,
    completedAt,
  }));
  const recordedIds = new Set(recorded.map(({ courseId }) => courseId));
  const read = courses
    .filter((course) => !recordedIds.has(course.id) && isCompleted(courseStudyOf(progress, course)))
    .map((course) => {
      const { lastReadAt = '' } = courseStudyOf(progress, course);
      return { courseId: course.id, title: course.title, completedAt: lastReadAt };
    });
  return [...recorded, ...read].sort((a, b) => (a.completedAt < b.completedAt ? 1 : -1));
}
