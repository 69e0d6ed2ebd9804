/** /review: spaced review (復習) of the questions that are due. */
import { createFileRoute } from '@tanstack/react-router';

import { SpacedReviewScreen } from '@/features/questions/spaced/SpacedReviewScreen';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress/progress';
import { ownerKey } from '@/session/session';

export const Route = createFileRoute('/_app/review')({
  loader: async ({ context: { queryClient, me, session } }) => {
    await Promise.all([
      loadQuery(queryClient, progressQueries.detail(me.id)),
      // Import lazily, so that the code is in the screen's chunk, not in the app's first load.
      session &&
        import('@/device/spaced-reviews').then(({ loadSpacedReviews }) =>
          loadSpacedReviews(queryClient, ownerKey(session.owner)),
        ),
    ]);
  },
  pendingComponent: () => <PendingScreen shape="text" />,
  component: SpacedReviewScreen,
});
