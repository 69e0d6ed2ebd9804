/** Loads the data of a lesson's screen. */
import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { contentQueries } from '@/queries/files/contents';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress/progress';
import type { ReadContext } from '@/session/app-context';

import { courseQueries } from './courses';
import { lessonQueries } from './lessons';

/** Loads the lesson first, then its text and its course in parallel. */
async function loadLesson({ queryClient, freshSince }: ReadContext, lessonId: string) {
  const lesson = await loadQuery(queryClient, lessonQueries.detail(lessonId), { freshSince });
  const [course] = await Promise.all([
    loadQuery(queryClient, courseQueries.detail(lesson.courseId), { freshSince }),
    lesson.contentId && loadQuery(queryClient, contentQueries.markdown(lesson.contentId), { freshSince }),
  ]);
  return { lesson, course };
}

/**
 * Loads all that a lesson's screen shows.
 *
 * @param userId the id of the user who reads.
 * @throws {ApiError}, {NetworkError}.
 */
export async function loadLessonToRead(
  context: ReadContext,
  lessonId: string,
  userId: string,
): Promise<{ lesson: Lesson; course: CourseDetail }> {
  const [loaded] = await Promise.all([
    loadLesson(context, lessonId),
    loadQuery(context.queryClient, progressQueries.detail(userId), { freshSince: context.freshSince }),
  ]);
  return loaded;
}
