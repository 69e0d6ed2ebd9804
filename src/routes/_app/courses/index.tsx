/** /courses: the course list. */
import { createFileRoute } from '@tanstack/react-router';

import { CourseList } from '@/features/courses/CourseList';
import { coursesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress';

export const Route = createFileRoute('/_app/courses/')({
  loader: async ({ context: { queryClient, me } }) => {
    await Promise.all([
      loadQuery(queryClient, courseQueries.list()),
      loadQuery(queryClient, progressQueries.detail(me.id)),
    ]);
    return { crumbs: [homeCrumb, coursesCrumb(me.role)] };
  },
  pendingComponent: () => <PendingScreen shape="cards" />,
  component: CourseList,
});
