/** Lessons as the page remembers them. */
import { queryOptions } from '@tanstack/react-query';

import { fetchLesson, fetchLessons } from '@/api/lessons';
import { isAsAsked } from '@/api/shapes';

import { fetchAllPages } from './all-pages';

/** More than this nobody reads; more words narrow it down. */
const MOST_TITLED = 30;

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
  /** Shown from memory, and always refreshed behind it (specification §9). */
  detail: (lessonId: string) =>
    queryOptions({
      queryKey: ['lessons', lessonId],
      queryFn: ({ signal }) => fetchLesson(lessonId, signal),
      staleTime: 0,
    }),
};
