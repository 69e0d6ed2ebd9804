/** Loads the courses that are required of another user. */
import { useQuery } from '@tanstack/react-query';

import type { ProgressDetail } from '@/api/progress';
import type { User } from '@/api/users';
import { assignmentQueries } from '@/queries/people/assignments';
import { courseStudyOf } from '@/study/next-course';
import { requiredCoursesOf } from '@/study/people/behind-reason';

/** Returns the user with the progress in each course, in the form that is used in lists of people. */
function withShares(user: User, progress: ProgressDetail) {
  const courses = progress.courses.map(({ courseId, lessonCount }) => {
    const { readCount, ...study } = courseStudyOf(progress, { id: courseId, lessonCount });
    return { ...study, courseId, total: lessonCount, read: readCount };
  });
  return { ...user, courses };
}

export function useRequired(user: User, progress: ProgressDetail) {
  const { data: assignments = [] } = useQuery(assignmentQueries.all());
  const person = withShares(user, progress);
  return { assignments, person, required: requiredCoursesOf(person, assignments) };
}
