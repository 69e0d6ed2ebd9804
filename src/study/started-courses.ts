/** Courses begun on this device that the server's progress does not include yet. */
import type { Course } from '@/api/courses';

import type { OwnProgress } from './unconfirmed';

/** Returns whether there are any. */
export function hasUnnamed({ courses }: OwnProgress): boolean {
  return courses.some(({ courseTitle, lessonCount }) => courseTitle === '' && lessonCount === 0);
}

/** Adds their titles and lesson counts from the list of courses. */
export function withNames(progress: OwnProgress, list: readonly Course[]): OwnProgress {
  if (!hasUnnamed(progress)) return progress;
  const courses = progress.courses.map((course) => {
    const { title, lessonCount } = list.find(({ id }) => id === course.courseId) ?? {};
    const isUnnamed = course.courseTitle === '' && course.lessonCount === 0;
    return isUnnamed && title !== undefined ? { ...course, courseTitle: title, lessonCount: lessonCount ?? 0 } : course;
  });
  return { ...progress, courses };
}
