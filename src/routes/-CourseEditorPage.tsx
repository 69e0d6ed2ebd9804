/** The course screen for editors, put together from several features; loaded for editors only. */
import { useNavigate } from '@tanstack/react-router';
import { lazy } from 'react';

const CourseEditor = lazy(() =>
  import('@/features/courses/CourseEditor').then((module) => ({ default: module.CourseEditor })),
);
const OutlineList = lazy(() =>
  import('@/features/outline/OutlineList').then((module) => ({ default: module.OutlineList })),
);

export function CourseEditorPage({ courseId }: { courseId: string }) {
  const navigate = useNavigate();
  return (
    <CourseEditor
      courseId={courseId}
      onDeleted={() => void navigate({ to: '/courses', replace: true })}
      renderOutline={(course) => <OutlineList key={course.id} course={course} />}
    />
  );
}
