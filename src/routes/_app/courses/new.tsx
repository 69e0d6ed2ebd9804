/** /courses/new: create a course. */
import { createFileRoute } from '@tanstack/react-router';

import { NewCourseScreen } from '@/features/courses/CourseFormScreen';
import { EditorsOnly } from '@/features/shell/EditorsOnly';

export const Route = createFileRoute('/_app/courses/new')({
  component: NewCoursePage,
});

function NewCoursePage() {
  const navigate = Route.useNavigate();
  return (
    <EditorsOnly screen="/_app/courses/new">
      <NewCourseScreen
        onSaved={(courseId) => void navigate({ to: '/courses/$courseId', params: { courseId }, replace: true })}
        onCancel={() => void navigate({ to: '/courses' })}
      />
    </EditorsOnly>
  );
}
