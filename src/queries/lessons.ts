/** Lessons as the page remembers them. */
import { queryOptions } from '@tanstack/react-query';

import { fetchLesson, fetchLessons } from '@/api/lessons';

import { fetchAllPages } from './all-pages';

export const lessonQueries = {
  /** Every lesson the user may read: for the search. */
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
