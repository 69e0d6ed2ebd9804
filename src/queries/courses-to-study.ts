/** The courses, and how far whoever studies has come in them. */
import type { QueryClient } from '@tanstack/react-query';

import type { Course } from '@/api/courses';
import type { ProgressDetail } from '@/api/progress';
import { nextCourse } from '@/study/next-course';

import { contentQueries } from './contents';
import { courseQueries } from './courses';
import { loadQuery } from './load-query';
import { progressQueries } from './progress';

/** So many courses stand on a first screen at the most; the pictures of others are asked for as they come into view. */
const FIRST_PICTURES = 6;

type CoursesToStudy = [courses: Course[], progress: ProgressDetail];

function loadCourses(queryClient: QueryClient, userId: string): Promise<CoursesToStudy> {
  return Promise.all([
    loadQuery(queryClient, courseQueries.list()),
    loadQuery(queryClient, progressQueries.detail(userId)),
  ]);
}

/** Loads what the list of courses shows, and begins to ask where their pictures lie. @throws {ApiError}, {NetworkError}. */
export async function loadCourseList(queryClient: QueryClient, userId: string): Promise<CoursesToStudy> {
  const loaded = await loadCourses(queryClient, userId);
  for (const { thumbnailContentId } of loaded[0].slice(0, FIRST_PICTURES)) {
    if (thumbnailContentId) void queryClient.prefetchQuery(contentQueries.url(thumbnailContentId));
  }
  return loaded;
}

/** Loads what home shows of them, and the outline of the course to go on with. @throws {ApiError}, {NetworkError}. */
export async function loadHome(queryClient: QueryClient, userId: string): Promise<void> {
  // Home stands without its ring.
  const summary = loadQuery(queryClient, progressQueries.summary(userId)).catch(() => undefined);
  const next = nextCourse(...(await loadCourses(queryClient, userId)));
  // Never fails: without a network the card does without the outline.
  if (next) await queryClient.prefetchQuery(courseQueries.detail(next.id));
  await summary;
}
