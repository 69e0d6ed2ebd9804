/** Finds a course's empty parts before it is published. */
import { useQueryClient } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import { lessonQueries } from '@/queries/lessons';
import { findGaps } from '@/study/outline-gaps';

/** Returns a function that resolves to `findGaps` over the server's current lessons; it rejects as their call does. @param course undefined for a new course. */
export function useFindGaps() {
  const queryClient = useQueryClient();
  return async (course: CourseDetail | undefined): Promise<string[]> =>
    course
      ? findGaps(course, await queryClient.fetchQuery({ ...lessonQueries.ofCourse(course.id), staleTime: 0 }))
      : findGaps({ sections: [] }, []);
}
