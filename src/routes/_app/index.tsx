/** /: home. */
import { createFileRoute } from '@tanstack/react-router';

import { HomeScreen } from '@/features/home/HomeScreen';
import { homeCrumb } from '@/features/shell/crumbs';
import { courseQueries } from '@/queries/courses';
import { progressQueries } from '@/queries/progress';

export const Route = createFileRoute('/_app/')({
  staticData: { crumbs: [homeCrumb] },
  loader: ({ context: { queryClient, me } }) =>
    Promise.all([
      queryClient.ensureQueryData(courseQueries.list()),
      queryClient.ensureQueryData(progressQueries.detail(me.id)),
      queryClient.ensureQueryData(progressQueries.summary(me.id)),
    ]),
  component: HomeScreen,
});
