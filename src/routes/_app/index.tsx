/** /: home. */
import { createFileRoute } from '@tanstack/react-router';

import { HomeScreen } from '@/features/home/HomeScreen';
import { EarlierPacks } from '@/features/packs/EarlierPacks';
import { SpacedReviewCard } from '@/features/questions/spaced/SpacedReviewCard';
import { loadHome } from '@/queries/curriculum/courses-to-study';
import { ownerKey } from '@/session/session';

export const Route = createFileRoute('/_app/')({
  loader: async ({ context }) => {
    const { queryClient, me, session } = context;
    const home = import('./-home');
    await Promise.all([
      loadHome(context, me.id),
      session && home.then(({ loadFromDevice }) => loadFromDevice(queryClient, ownerKey(session.owner))),
    ]);
  },
  component: Home,
});

function Home() {
  return <HomeScreen earlierPacks={<EarlierPacks />} spacedReview={<SpacedReviewCard />} />;
}
