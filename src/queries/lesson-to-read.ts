/** A lesson with its text and its place, for whoever reads it. */
import type { QueryClient } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';

import { contentQueries } from './contents';
import { courseQueries } from './courses';
import { lessonQueries } from './lessons';
import { loadQuery } from './load-query';

/** Loads the lesson first, then its text beside its course. @throws {ApiError}, {NetworkError}. */
export async function loadLessonToRead(
  queryClient: QueryClient,
  lessonId: string,
): Promise<{ lesson: Lesson; course: CourseDetail }> {
  const lesson = await loadQuery(queryClient, lessonQueries.detail(lessonId));
  const [course] = await Promise.all([
    loadQuery(queryClient, courseQueries.detail(lesson.courseId)),
    lesson.contentId && loadQuery(queryClient, contentQueries.markdown(lesson.contentId)),
  ]);
  return { lesson, course };
}
