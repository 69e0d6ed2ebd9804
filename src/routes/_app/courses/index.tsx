/** /courses: the course list. */
import { createFileRoute } from '@tanstack/react-router';

import { CourseList } from '@/features/courses/CourseList';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { loadCourseList } from '@/queries/courses-to-study';

export const Route = createFileRoute('/_app/courses/')({
  loader: ({ context }) => loadCourseList(context, context.me.id),
  pendingComponent: () => <PendingScreen shape="cards" />,
  component: CourseList,
});
