/** /: home. */
import { createFileRoute } from '@tanstack/react-router';

import { HomeScreen } from '@/features/home/HomeScreen';
import { EarlierPacks } from '@/features/packs/EarlierPacks';
import { SpacedReviewCard } from '@/features/questions/spaced/SpacedReviewCard';
import { homeCrumb } from '@/features/shell/crumbs';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress';
import { ownerKey } from '@/session/session';

export const Route = createFileRoute('/_app/')({
  staticData: { crumbs: [homeCrumb] },
  loader: async ({ context: { queryClient, me, session } }) => {
    const home = import('./-home');
    const [courses, progress] = await Promise.all([
      loadQuery(queryClient, courseQueries.list()),
      loadQuery(queryClient, progressQueries.detail(me.id)),
      // Home stands without its ring.
      loadQuery(queryClient, progressQueries.summary(me.id)).catch(() => undefined),
      session && home.then(({ loadFromDevice }) => loadFromDevice(queryClient, ownerKey(session.owner))),
    ]);
    await (await home).loadNextCourse(queryClient, courses, progress);
  },
  component: Home,
});

function Home() {
  return <HomeScreen earlierPacks={<EarlierPacks />} spacedReview={<SpacedReviewCard />} />;
}
