/** Loads the data of home and of the course list. */
import type { Course } from '@/api/courses';
import type { ProgressDetail } from '@/api/progress';
import type { ReadContext } from '@/session/app-context';
import { nextCourse } from '@/study/next-course';

import { contentQueries } from './contents';
import { courseQueries } from './courses';
import { loadQuery } from './load-query';
import { progressQueries } from './progress';

/** Maximum number of courses visible on a first screen; the pictures of others are fetched as they scroll into view. */
const FIRST_PICTURES = 6;

type CoursesToStudy = [courses: Course[], progress: ProgressDetail];

function loadCourses({ queryClient, freshSince }: ReadContext, userId: string): Promise<CoursesToStudy> {
  return Promise.all([
    loadQuery(queryClient, courseQueries.list(), { freshSince }),
    loadQuery(queryClient, progressQueries.detail(userId), { freshSince }),
  ]);
}

/** Loads what the course list shows, and begins to fetch the URLs of its pictures. @throws {ApiError}, {NetworkError}. */
export async function loadCourseList(context: ReadContext, userId: string): Promise<CoursesToStudy> {
  const loaded = await loadCourses(context, userId);
  for (const { thumbnailContentId } of loaded[0].slice(0, FIRST_PICTURES)) {
    if (thumbnailContentId) void context.queryClient.prefetchQuery(contentQueries.url(thumbnailContentId));
  }
  return loaded;
}

/** Loads what home shows, with the outline of the course to continue. @throws {ApiError}, {NetworkError}. */
export async function loadHome(context: ReadContext, userId: string): Promise<void> {
  const { queryClient, freshSince } = context;
  // Ignored: home is shown without its progress ring when the summary cannot be loaded.
  const summary = loadQuery(queryClient, progressQueries.summary(userId), { freshSince }).catch(() => undefined);
  const next = nextCourse(...(await loadCourses(context, userId)));
  // Never rejects: without a network the card omits the outline.
  if (next) await queryClient.prefetchQuery(courseQueries.detail(next.id));
  await summary;
}
