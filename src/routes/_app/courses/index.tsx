/** /courses: the course list. */
import { createFileRoute } from '@tanstack/react-router';

import { CourseList } from '@/features/courses/CourseList';
import { coursesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { loadCourseList } from '@/queries/courses-to-study';

export const Route = createFileRoute('/_app/courses/')({
  loader: async ({ context }) => {
    await loadCourseList(context, context.me.id);
    return { crumbs: [homeCrumb, coursesCrumb(context.me.role)] };
  },
  pendingComponent: () => <PendingScreen shape="cards" />,
  component: CourseList,
});
