/** Finds courses begun on this device that the server's progress does not include yet. */
import type { Course } from '@/api/courses';

import type { OwnProgress } from './unconfirmed';

type Named = Pick<OwnProgress['courses'][number], 'courseTitle' | 'lessonCount'>;

const isUnnamed = ({ courseTitle, lessonCount }: Named) => !courseTitle || lessonCount === undefined;

/**
 * Returns true if there are courses that the server's progress does not include, or without title or number of lessons.
 */
export function hasUnnamed({ courses }: OwnProgress): boolean {
  return courses.some(isUnnamed);
}

/** Adds the titles and lesson counts that the server's progress does not have from the list of courses. */
export function withNames(progress: OwnProgress, list: readonly Course[]): OwnProgress {
  if (!hasUnnamed(progress)) return progress;
  const courses = progress.courses.map((course) => {
    const { title, lessonCount } = list.find(({ id }) => id === course.courseId) ?? {};
    const { courseTitle = '' } = course;
    return { ...course, courseTitle: courseTitle || title, lessonCount: course.lessonCount ?? lessonCount };
  });
  return { ...progress, courses };
}
