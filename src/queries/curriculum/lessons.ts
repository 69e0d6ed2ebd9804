/** Cached lessons. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import { fetchLesson, fetchLessons, type Lesson } from '@/api/lessons';
import { toNameLists } from '@/api/named';
import { lessonsOf } from '@/api/outline';
import type { LessonQuery } from '@/api/title-lists';
import { fetchAllPages, searchAllPages } from '@/queries/all-pages';

import { findCourseId } from './courses';

/** A lesson whose course is known, from the lesson itself or from the outlines of the courses. */
export type PlacedLesson = Lesson & { courseId: string };

/** Maximum number of search results by title. */
const MAX_TITLED = 30;

/** Fetches the lessons of a query; all lessons from a server that cannot search, so the caller must filter again. */
async function fetchMatching(query: LessonQuery, { client, signal }: { client: QueryClient; signal: AbortSignal }) {
  const found = await searchAllPages((page) => fetchLessons.search({ ...query, ...page }, signal));
  return found ?? client.fetchQuery(lessonQueries.list());
}

export const lessonQueries = {
  /** The query of the first lessons whose titles contain these words; null from a server that cannot search. */
  titled: (q: string) =>
    queryOptions({
      queryKey: ['lessons', 'titled', q],
      queryFn: async ({ signal }) => {
        if (q === '') return (await fetchLessons.canSearch()) ? [] : null;
        return (await fetchLessons.search({ q, page: 1, size: MAX_TITLED }, signal))?.items ?? null;
      },
    }),
  /** The query of all lessons the user may read: for the search on the device. */
  list: () =>
    queryOptions({
      queryKey: ['lessons'],
      queryFn: ({ signal }) => fetchAllPages((query) => fetchLessons(query, signal)),
    }),
  /** The query of the lessons of a course; all lessons from a server that cannot search. */
  ofCourse: (courseId: string) =>
    queryOptions({
      queryKey: ['lessons', 'of', courseId],
      queryFn: (asked) => fetchMatching({ courseId }, asked),
    }),
  /** The query of the lessons with these ids, without deleted ones; all lessons from a server that cannot search. */
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
