/** Finds the lesson that follows a given one, for screens other than the lesson's own. */
import { useQuery } from '@tanstack/react-query';

import type { OutlineLesson } from '@/api/courses';
import { lessonsOf } from '@/api/outline';
import { courseQueries } from '@/queries/curriculum/courses';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { neighbourOf } from '@/study/outline/lesson-order';

import { useOpenableLessons } from './openable-lessons';

/**
 * Returns the lesson that follows in the course's order; offline the next one that can be opened.
 *
 * @param lessonId undefined if the lesson is unknown.
 * @returns undefined after the last one, while loading, and where the device does not know the course.
 */
export function useNextLesson(lessonId: string | undefined): OutlineLesson | undefined {
  const openable = useOpenableLessons();
  const lesson = useQuery({
    ...lessonQueries.detail(lessonId ?? ''),
    enabled: lessonId !== undefined,
    staleTime: Infinity,
    throwOnError: false,
  });
  const courseId = lesson.data?.courseId;
  const course = useQuery({
    ...courseQueries.detail(courseId ?? ''),
    enabled: courseId !== undefined,
    staleTime: Infinity,
    throwOnError: false,
  });
  const next = course.data && lessonId && neighbourOf(lessonsOf(course.data.sections), lessonId, 1, openable);
  return next && (!openable || openable.has(next.id)) ? next : undefined;
}
