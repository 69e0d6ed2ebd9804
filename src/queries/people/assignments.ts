/** Cached required courses (必修). On a server without the capability `assignments` nothing is required. */
import { queryOptions, useQuery } from '@tanstack/react-query';

import { type Assignment, fetchAssignments } from '@/api/assignments';
import type { Course } from '@/api/courses';
import { searchAllPages } from '@/queries/all-pages';
import { useMe } from '@/queries/me';
import { courseStudyOf } from '@/study/next-course';
import type { RequiredCourse } from '@/study/people/required-status';
import type { OwnProgress } from '@/study/unconfirmed';

async function readAssignments(signal: AbortSignal): Promise<Assignment[]> {
  return (await searchAllPages((query) => fetchAssignments(query, signal))) ?? [];
}

export const assignmentQueries = {
  /** The query of the courses required of a learner; stored on the device. */
  own: () =>
    queryOptions({
      queryKey: ['assignments', 'own'],
      queryFn: ({ signal }) => readAssignments(signal),
    }),
  /** The query of all required courses (assignments) that an editing role may see; in memory only. */
  all: () =>
    queryOptions({
      queryKey: ['assignments', 'all'],
      queryFn: ({ signal }) => readAssignments(signal),
    }),
};

/** A course that is required of the learner, with its title. */
export interface OwnRequiredCourse extends RequiredCourse {
  assignmentId: string;
  courseId: string;
  title: string;
  note?: string;
}

/**
 * Returns the courses that are required of the user, the earliest date first; none for other roles than STUDENT, or
 * while loading.
 */
export function useOwnRequiredCourses(courses: readonly Course[], progress: OwnProgress): OwnRequiredCourse[] {
  const isLearner = useMe().role === 'STUDENT';
  const { data = [] } = useQuery({ ...assignmentQueries.own(), enabled: isLearner });
  return data.flatMap(({ id, courseId, dueAt, note }) => {
    const course = courses.find((one) => one.id === courseId);
    if (!course) return [];
    return [{ ...courseStudyOf(progress, course), assignmentId: id, courseId, title: course.title, dueAt, note }];
  });
}
