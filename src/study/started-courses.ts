/** Courses that were begun on this device, and that the server's progress does not name yet. */
import type { Course } from '@/api/courses';

import type { OwnProgress } from './unconfirmed';

/** Whether there are any. */
export function hasUnnamed({ courses }: OwnProgress): boolean {
  return courses.some(({ courseTitle, lessonCount }) => courseTitle === '' && lessonCount === 0);
}

/** The same with their titles and how many lessons they have, as the list of courses tells it. */
export function withNames(progress: OwnProgress, list: readonly Course[]): OwnProgress {
  if (!hasUnnamed(progress)) return progress;
  const courses = progress.courses.map((course) => {
    const { title, lessonCount } = list.find(({ id }) => id === course.courseId) ?? {};
    const isUnnamed = course.courseTitle === '' && course.lessonCount === 0;
    return isUnnamed && title !== undefined ? { ...course, courseTitle: title, lessonCount: lessonCount ?? 0 } : course;
  });
  return { ...progress, courses };
}
