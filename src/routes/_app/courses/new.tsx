/** /courses/new: create a course. */
import { createFileRoute } from '@tanstack/react-router';

import { NewCourseScreen } from '@/features/courses/CourseFormScreen';
import { coursesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { EditorsOnly } from '@/features/shell/EditorsOnly';

const title = 'コースを作成';

export const Route = createFileRoute('/_app/courses/new')({
  loader: ({ context: { me } }) => ({
    crumbs: [homeCrumb, coursesCrumb(me.role), { label: title, to: '/courses/new' }],
  }),
  component: NewCoursePage,
});

function NewCoursePage() {
  const navigate = Route.useNavigate();
  return (
    <EditorsOnly title={title}>
      <NewCourseScreen
        onSaved={(courseId) => void navigate({ to: '/courses/$courseId', params: { courseId }, replace: true })}
        onCancel={() => void navigate({ to: '/courses' })}
      />
    </EditorsOnly>
  );
}
