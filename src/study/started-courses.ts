/** Finds courses begun on this device that the server's progress does not include yet. */
import type { Course } from '@/api/courses';

import type { OwnProgress } from './unconfirmed';

/** Returns true if there are courses that the server's progress does not include. */
export function hasUnnamed({ courses }: OwnProgress): boolean {
  return courses.some(({ courseTitle, lessonCount }) => courseTitle === '' && lessonCount === 0);
}

/** Adds titles and lesson counts from the list of courses to the courses that the server's progress does not include. */
export function withNames(progress: OwnProgress, list: readonly Course[]): OwnProgress {
  if (!hasUnnamed(progress)) return progress;
  const courses = progress.courses.map((course) => {
    const { title, lessonCount } = list.find(({ id }) => id === course.courseId) ?? {};
    const isUnnamed = course.courseTitle === '' && course.lessonCount === 0;
    return isUnnamed && title !== undefined ? { ...course, courseTitle: title, lessonCount: lessonCount ?? 0 } : course;
  });
  return { ...progress, courses };
}
