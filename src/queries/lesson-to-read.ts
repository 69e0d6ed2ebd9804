/** A lesson with its text, its place, and the progress of whoever reads it. */
import type { QueryClient } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';

import { contentQueries } from './contents';
import { courseQueries } from './courses';
import { lessonQueries } from './lessons';
import { loadQuery } from './load-query';
import { progressQueries } from './progress';

/** Loads the lesson first, then its text beside its course. */
async function loadLesson(queryClient: QueryClient, lessonId: string) {
  const lesson = await loadQuery(queryClient, lessonQueries.detail(lessonId));
  const [course] = await Promise.all([
    loadQuery(queryClient, courseQueries.detail(lesson.courseId)),
    lesson.contentId && loadQuery(queryClient, contentQueries.markdown(lesson.contentId)),
  ]);
  return { lesson, course };
}

/** Loads all that its screen shows. @param userId of the reader. @throws {ApiError}, {NetworkError}. */
export async function loadLessonToRead(
  queryClient: QueryClient,
  lessonId: string,
  userId: string,
): Promise<{ lesson: Lesson; course: CourseDetail }> {
  const [loaded] = await Promise.all([
    loadLesson(queryClient, lessonId),
    loadQuery(queryClient, progressQueries.detail(userId)),
  ]);
  return loaded;
}
