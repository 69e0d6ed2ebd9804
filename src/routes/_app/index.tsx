/** /: home. */
import { createFileRoute } from '@tanstack/react-router';

import { loadSpacedReviews } from '@/device/spaced-reviews';
import { HomeScreen } from '@/features/home/HomeScreen';
import { EarlierPacks } from '@/features/packs/EarlierPacks';
import { SpacedReviewCard } from '@/features/questions/spaced/SpacedReviewCard';
import { homeCrumb } from '@/features/shell/crumbs';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress';
import { ownerKey } from '@/session/session';
import { nextCourse } from '@/study/course-progress';

export const Route = createFileRoute('/_app/')({
  staticData: { crumbs: [homeCrumb] },
  loader: async ({ context: { queryClient, me, session } }) => {
    const [courses, progress] = await Promise.all([
      loadQuery(queryClient, courseQueries.list()),
      loadQuery(queryClient, progressQueries.detail(me.id)),
      // Home stands without its ring.
      loadQuery(queryClient, progressQueries.summary(me.id)).catch(() => undefined),
      session && loadSpacedReviews(queryClient, ownerKey(session.owner)),
      // Theirs is the screen's chunk; nothing may jump when the device has answered.
      session &&
        import('@/device/packs/earlier-packs').then(({ loadEarlierPacks }) =>
          loadEarlierPacks(queryClient, ownerKey(session.owner)),
        ),
    ]);
    const next = nextCourse(courses, progress);
    // Never fails: without a network the card does without the outline.
    if (next) await queryClient.prefetchQuery(courseQueries.detail(next.id));
  },
  component: Home,
});

function Home() {
  return <HomeScreen earlierPacks={<EarlierPacks />} spacedReview={<SpacedReviewCard />} />;
}
