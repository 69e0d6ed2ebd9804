/** Looks, when a course is about to be published, for what learners would find empty in it. */
import { useQueryClient } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import { lessonQueries } from '@/queries/lessons';
import { findGaps } from '@/study/outline-gaps';

/** The gaps as `findGaps` says them, by the lessons that the server has now; it rejects as their call does. @param course undefined for a new one. */
export function useFindGaps() {
  const queryClient = useQueryClient();
  return async (course: CourseDetail | undefined): Promise<string[]> =>
    course
      ? findGaps(course, await queryClient.fetchQuery({ ...lessonQueries.ofCourse(course.id), staleTime: 0 }))
      : findGaps({ sections: [] }, []);
}
