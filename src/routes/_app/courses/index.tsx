/** /courses: the table of courses for those who edit them, the cards of courses for learners. */
import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';

import { CourseList } from '@/features/courses/CourseList';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { EditorOrLearner } from '@/features/shell/PreviewFrame';
import { courseQueries } from '@/queries/courses';
import { loadCourseList } from '@/queries/courses-to-study';
import { loadQuery } from '@/queries/load-query';

// Loaded lazily, because learners never see it.
const CourseManager = lazy(() =>
  import('@/features/courses/CourseManager').then((module) => ({ default: module.CourseManager })),
);

export const Route = createFileRoute('/_app/courses/')({
  loader: ({ context }) =>
    context.me.role === 'STUDENT'
      ? loadCourseList(context, context.me.id)
      : loadQuery(context.queryClient, courseQueries.list(), context),
  pendingComponent: () => <PendingScreen shape="cards" />,
  component: () => (
    <EditorOrLearner isPreview={false} editor={<CourseManager />}>
      <CourseList />
    </EditorOrLearner>
  ),
});
