/** Loads the data of home and of the course list. */
import type { Course } from '@/api/courses';
import type { ProgressDetail } from '@/api/progress';
import { contentQueries } from '@/queries/files/contents';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress/progress';
import type { ReadContext } from '@/session/app-context';
import { nextCourse } from '@/study/next-course';

import { courseQueries } from './courses';

/** Maximum number of courses visible on a first screen; the pictures of others are fetched as they scroll into view. */
const FIRST_PICTURES = 6;

type CoursesToStudy = [courses: Course[], progress: ProgressDetail];

function loadCourses({ queryClient, freshSince }: ReadContext, userId: string): Promise<CoursesToStudy> {
  return Promise.all([
    loadQuery(queryClient, courseQueries.list(), { freshSince }),
    loadQuery(queryClient, progressQueries.detail(userId), { freshSince }),
  ]);
}

/**
 * Loads what `/courses` shows: for learners the courses with their progress, and the first pictures' URLs, which are
 * not waited for; for other roles the courses of the table.
 *
 * @param role undefined while it is not known: then the same data as for learners are loaded. @throws {ApiError},
 * {NetworkError}.
 */
export async function loadCourseList(context: ReadContext, userId: string, role = 'STUDENT'): Promise<void> {
  const { queryClient, freshSince } = context;
  if (role !== 'STUDENT') {
    await loadQuery(queryClient, courseQueries.list(), { freshSince });
    return;
  }
  const [courses] = await loadCourses(context, userId);
  for (const { thumbnailContentId } of courses.slice(0, FIRST_PICTURES)) {
    if (thumbnailContentId) void queryClient.prefetchQuery(contentQueries.url(thumbnailContentId));
  }
}

/** Loads what home shows, with the outline of the course to continue. @throws {ApiError}, {NetworkError}. */
export async function loadHome(context: ReadContext, userId: string): Promise<void> {
  const { queryClient, freshSince } = context;
  // Ignore the error: home is shown without its progress ring when the summary cannot be loaded.
  const summary = loadQuery(queryClient, progressQueries.summary(userId), { freshSince }).catch(() => undefined);
  const next = nextCourse(...(await loadCourses(context, userId)));
  // This load never rejects: without a network the card omits the outline.
  if (next) await queryClient.prefetchQuery(courseQueries.detail(next.id));
  await summary;
}
