/** /courses/{id}: one course. */
import { createFileRoute } from '@tanstack/react-router';

import { CourseView } from '@/features/courses/CourseView';
import { EvictionNotice } from '@/features/install/EvictionNotice';
import { courseCrumb, coursesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress';

export const Route = createFileRoute('/_app/courses/$courseId')({
  loader: async ({ context: { queryClient, me }, params }) => {
    const [course] = await Promise.all([
      loadQuery(queryClient, courseQueries.detail(params.courseId)),
      loadQuery(queryClient, progressQueries.detail(me.id)),
    ]);
    return { crumbs: [homeCrumb, coursesCrumb(me.role), courseCrumb(course)] };
  },
  component: CoursePage,
});

function CoursePage() {
  const { courseId } = Route.useParams();
  return <CourseView courseId={courseId} packNotice={<EvictionNotice />} />;
}
