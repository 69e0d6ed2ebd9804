/** Cached courses. */
import { queryOptions } from '@tanstack/react-query';

import { fetchCourse, fetchCourses } from '@/api/courses';

import { fetchAllPages } from './all-pages';

export const courseQueries = {
  list: () =>
    queryOptions({
      queryKey: ['courses'],
      queryFn: ({ signal }) => fetchAllPages((query) => fetchCourses(query, signal)),
    }),
  /** The query of the figures of all courses, for users who see learners' records, from servers with the capability `course-figures`. */
  figures: () =>
    queryOptions({
      queryKey: ['courses', 'list', 'figures'],
      queryFn: async ({ signal }) => {
        const listed = await fetchAllPages((query) => fetchCourses({ ...query, figures: '1' }, signal));
        return listed.flatMap(({ id, figures }) => (figures ? [{ id, ...figures }] : []));
      },
      staleTime: 0,
    }),
  detail: (courseId: string) =>
    queryOptions({ queryKey: ['courses', courseId], queryFn: ({ signal }) => fetchCourse(courseId, signal) }),
};
