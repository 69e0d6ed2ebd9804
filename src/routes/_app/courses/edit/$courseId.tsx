/** /courses/edit/{id}: edit a course, in the same form that creates one. */
import { createFileRoute } from '@tanstack/react-router';

import { EditCourseScreen } from '@/features/courses/CourseFormScreen';
import { courseCrumb, crumbOf, trailTo } from '@/features/shell/crumbs';
import { EditorsOnly } from '@/features/shell/EditorsOnly';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { courseQueries } from '@/queries/curriculum/courses';
import { loadQuery } from '@/queries/load-query';

export const Route = createFileRoute('/_app/courses/edit/$courseId')({
  loader: async ({ context: { queryClient, me }, params }) => {
    const course = await loadQuery(queryClient, courseQueries.detail(params.courseId));
    const here = crumbOf('/_app/courses/edit/$courseId', me.role);
    return { crumbs: [...trailTo('/_app/courses/', me.role), courseCrumb(course), here] };
  },
  pendingComponent: () => <PendingScreen shape="form" />,
  component: EditCoursePage,
});

function EditCoursePage() {
  const { courseId } = Route.useParams();
  const navigate = Route.useNavigate();
  const toCourse = () => void navigate({ to: '/courses/$courseId', params: { courseId } });
  return (
    <EditorsOnly screen="/_app/courses/edit/$courseId">
      <EditCourseScreen key={courseId} courseId={courseId} onSaved={toCourse} onCancel={toCourse} />
    </EditorsOnly>
  );
}
