/** Cached lessons. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { fetchLesson, fetchLessons } from '@/api/lessons';
import { toNameLists } from '@/api/named';
import { isAsAsked } from '@/api/shapes';
import type { LessonQuery } from '@/api/title-lists';
import { capabilitiesOf } from '@/session/capabilities';

import { fetchAllPages } from './all-pages';
import { infoQueries } from './info';

/** Maximum number of search results by title. */
const MAX_TITLED = 30;

/** Fetches the lessons of a query; all lessons from a server without `searched-lists`, so the caller must filter again. */
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
  /** The query of the lessons with these ids, without deleted ones; all lessons from a server without `searched-lists`. */
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
      queryFn: ({ signal }) => fetchLesson(lessonId, signal),
      staleTime: 0,
    }),
};
