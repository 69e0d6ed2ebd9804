/** /: home. */
import { createFileRoute } from '@tanstack/react-router';

import { HomeScreen } from '@/features/home/HomeScreen';
import { homeCrumb } from '@/features/shell/crumbs';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress';

export const Route = createFileRoute('/_app/')({
  staticData: { crumbs: [homeCrumb] },
  loader: ({ context: { queryClient, me } }) =>
    Promise.all([
      loadQuery(queryClient, courseQueries.list()),
      loadQuery(queryClient, progressQueries.detail(me.id)),
      loadQuery(queryClient, progressQueries.summary(me.id)),
    ]),
  component: HomeScreen,
});
