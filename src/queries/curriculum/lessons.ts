/** Cached lessons. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import { fetchLesson, fetchLessons, type Lesson } from '@/api/lessons';
import { toNameLists } from '@/api/named';
import { lessonsOf } from '@/api/outline';
import { isAsAsked } from '@/api/shapes';
import type { LessonQuery } from '@/api/title-lists';
import { fetchAllPages } from '@/queries/all-pages';
import { infoQueries } from '@/queries/info';
import { capabilitiesOf } from '@/session/capabilities';

import { findCourseId } from './courses';

/** A lesson whose course is known, from the lesson itself or from the outlines of the courses. */
export type PlacedLesson = Lesson & { courseId: string };

/** Maximum number of search results by title. */
const MAX_TITLED = 30;

/**
 * Fetches the lessons of a query; all lessons from a server without `searched-lists`, so the caller must filter again.
 */
async function fetchMatching(query: LessonQuery, { client, signal }: { client: QueryClient; signal: AbortSignal }) {
  const info = await client.ensureQueryData(infoQueries.general());
  if (!capabilitiesOf(info).searchesLists) return client.fetchQuery(lessonQueries.list());
  return fetchAllPages((page) => fetchLessons({ ...query, ...page }, signal));
}

export const lessonQueries = {
  /** The query of the first lessons whose titles contain these words; null from a server without `searched-lists`. */
  titled: (q: string) =>
    queryOptions({
      queryKey: ['lessons', 'titled', q],
      queryFn: async ({ signal }) => {
        const found = await fetchLessons({ q, page: 1, size: MAX_TITLED }, signal);
        return isAsAsked(found, { q }) ? found.items : null;
      },
    }),
  /** The query of all lessons the user may read: for the search on the device. */
  list: () =>
    queryOptions({
      queryKey: ['lessons'],
      queryFn: ({ signal }) => fetchAllPages((query) => fetchLessons(query, signal)),
    }),
  /** The query of the lessons of a course; all lessons from a server without `searched-lists`. */
  ofCourse: (courseId: string) =>
    queryOptions({
      queryKey: ['lessons', 'of', courseId],
      queryFn: (asked) => fetchMatching({ courseId }, asked),
    }),
  /**
   * The query of the lessons with these ids, without deleted ones; all lessons from a server without `searched-lists`.
   */
  some: (ids: readonly string[]) =>
    queryOptions({
      queryKey: ['lessons', 'some', ids],
      queryFn: async (asked) => {
        const found = await Promise.all(toNameLists(ids).map((names) => fetchMatching({ ids: names }, asked)));
        return found.flat();
      },
    }),
  /** The query of one lesson; always refreshed in the background, also when it is cached (specification §9). */
  detail: (lessonId: string) =>
    queryOptions({
      queryKey: ['lessons', lessonId],
      queryFn: async ({ client, signal }): Promise<PlacedLesson> => {
        const lesson = await fetchLesson(lessonId, signal);
        const hasLesson = ({ sections }: CourseDetail) => lessonsOf(sections).some(({ id }) => id === lesson.id);
        return {
          ...lesson,
          courseId: lesson.courseId ?? (await findCourseId(client, hasLesson, `lessons/${lessonId}`)),
        };
      },
      staleTime: 0,
    }),
};
