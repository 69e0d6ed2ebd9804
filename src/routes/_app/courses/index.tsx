/** /courses: the table of courses for those who edit them, the cards of courses for learners. */
import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';

import { CourseList } from '@/features/courses/CourseList';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { EditorOrLearner } from '@/features/shell/PreviewFrame';
import { loadCourseList } from '@/queries/curriculum/courses-to-study';
import { useCan } from '@/queries/me';

// Loaded lazily, because learners never see it.
const CourseManager = lazy(() =>
  import('@/features/courses/CourseManager').then((module) => ({ default: module.CourseManager })),
);

export const Route = createFileRoute('/_app/courses/')({
  loader: ({ context }) => loadCourseList(context, context.me.id, context.me.role),
  pendingComponent: PendingCourses,
  component: () => (
    <EditorOrLearner isPreview={false} editor={<CourseManager />}>
      <CourseList />
    </EditorOrLearner>
  ),
});

function PendingCourses() {
  return <PendingScreen shape={useCan('course.edit') ? 'rows' : 'cards'} />;
}
