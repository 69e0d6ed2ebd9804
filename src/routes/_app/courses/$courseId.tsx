/** /courses/{id}: one course. */
import { createFileRoute } from '@tanstack/react-router';

import { CourseView } from '@/features/courses/CourseView';
import { courseCrumb, coursesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { courseQueries } from '@/queries/courses';
import { progressQueries } from '@/queries/progress';

export const Route = createFileRoute('/_app/courses/$courseId')({
  loader: async ({ context: { queryClient, me }, params }) => {
    const [course] = await Promise.all([
      queryClient.ensureQueryData(courseQueries.detail(params.courseId)),
      queryClient.ensureQueryData(progressQueries.detail(me.id)),
    ]);
    return { crumbs: [homeCrumb, coursesCrumb(me.role), courseCrumb(course)] };
  },
  component: CoursePage,
});

function CoursePage() {
  const { courseId } = Route.useParams();
  return <CourseView courseId={courseId} />;
}
