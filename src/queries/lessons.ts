/** Lessons as the page remembers them. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { fetchLesson, fetchLessons } from '@/api/lessons';
import { toNameLists } from '@/api/named';
import { isAsAsked } from '@/api/shapes';
import type { LessonQuery } from '@/api/title-lists';
import { capabilitiesOf } from '@/session/capabilities';

import { fetchAllPages } from './all-pages';
import { infoQueries } from './info';

/** More than this nobody reads; more words narrow it down. */
const MOST_TITLED = 30;

/** As they are asked for; all of them, of a server that does not search: whoever asks has to look again. */
async function fetchWanted(query: LessonQuery, { client, signal }: { client: QueryClient; signal: AbortSignal }) {
  const info = await client.ensureQueryData(infoQueries.general());
  if (!capabilitiesOf(info).searchesLists) return client.fetchQuery(lessonQueries.list());
  return fetchAllPages((page) => fetchLessons({ ...query, ...page }, signal));
}

export const lessonQueries = {
  /** Lessons with these words in their titles, the first of them; null of a server that does not search. */
  titled: (q: string) =>
    queryOptions({
      queryKey: ['lessons', 'titled', q],
      queryFn: async ({ signal }) => {
        const found = await fetchLessons({ q, page: 1, size: MOST_TITLED }, signal);
        return isAsAsked(found, { q }) ? found.items : null;
      },
    }),
  /** Every lesson the user may read: for the search, where the server does not. */
  list: () =>
    queryOptions({
      queryKey: ['lessons'],
      queryFn: ({ signal }) => fetchAllPages((query) => fetchLessons(query, signal)),
    }),
  /** Those of a course, with others of a server that does not find them. */
  ofCourse: (courseId: string) =>
    queryOptions({
      queryKey: ['lessons', 'of', courseId],
      queryFn: (asked) => fetchWanted({ courseId }, asked),
    }),
  /** The same of those that these are; each need not be there. */
  some: (ids: readonly string[]) =>
    queryOptions({
      queryKey: ['lessons', 'some', ids],
      queryFn: async (asked) => {
        const found = await Promise.all(toNameLists(ids).map((names) => fetchWanted({ ids: names }, asked)));
        return found.flat();
      },
    }),
  /** Shown from memory, and always refreshed behind it (specification §9). */
  detail: (lessonId: string) =>
    queryOptions({
      queryKey: ['lessons', lessonId],
      queryFn: ({ signal }) => fetchLesson(lessonId, signal),
      staleTime: 0,
    }),
};
