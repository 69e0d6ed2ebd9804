/** Cached courses. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { type CourseDetail, fetchCourse, fetchCourseFigures, fetchCourses } from '@/api/courses';
import { schemaMismatchAt } from '@/api/network/schema-mismatch';
import { fetchAllPages, searchAllPages } from '@/queries/all-pages';

export const courseQueries = {
  list: () =>
    queryOptions({
      queryKey: ['courses'],
      queryFn: ({ signal }) => fetchAllPages((query) => fetchCourses(query, signal)),
    }),
  /** The query of the figures of all courses, for users who see learners' records; none from a server without them. */
  figures: () =>
    queryOptions({
      queryKey: ['courses', 'list', 'figures'],
      queryFn: async ({ signal }) => {
        const listed = await searchAllPages((query) => fetchCourseFigures({ ...query, figures: '1' }, signal));
        return (listed ?? []).flatMap(({ id, figures }) => (figures ? [{ id, ...figures }] : []));
      },
      staleTime: 0,
    }),
  detail: (courseId: string) =>
    queryOptions({ queryKey: ['courses', courseId], queryFn: ({ signal }) => fetchCourse(courseId, signal) }),
};

/** Maximum number of outlines that are read to find one course. */
const MAX_OUTLINES = 50;

/**
 * Finds a course by its outline, for a lesson or section without `courseId`: among the cached courses first.
 *
 * @param name the call without `courseId`, e.g. 「lessons/l1」, for the error.
 * @throws {UnexpectedAnswerError} if no outline fits.
 */
export async function findCourseId(
  client: QueryClient,
  fits: (course: CourseDetail) => boolean,
  name: string,
): Promise<string> {
  const courses = await client.ensureQueryData(courseQueries.list());
  const isCached = (id: string) => client.getQueryData(courseQueries.detail(id).queryKey) !== undefined;
  const ids = courses.map(({ id }) => id);
  for (const id of [...ids.filter(isCached), ...ids.filter((each) => !isCached(each))].slice(0, MAX_OUTLINES)) {
    const course = await client.ensureQueryData(courseQueries.detail(id)).catch(() => undefined);
    if (course && fits(course)) return id;
  }
  throw schemaMismatchAt(name, ['courseId'], undefined);
}
