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
  detail: (courseId: string) =>
    queryOptions({ queryKey: ['courses', courseId], queryFn: ({ signal }) => fetchCourse(courseId, signal) }),
};
