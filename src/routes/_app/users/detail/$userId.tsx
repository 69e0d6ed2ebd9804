/** /users/detail/{id}: the profile screen of another user; ADMIN, TEACHER, STAFF. */
import { createFileRoute } from '@tanstack/react-router';

import { UserProfile } from '@/features/profile/UserProfile';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress';
import { userQueries } from '@/queries/users';
import { personCrumbs } from '@/routes/-crumbs';
import { requireRole } from '@/routes/-guards';

export const Route = createFileRoute('/_app/users/detail/$userId')({
  beforeLoad: requireRole('user.view'),
  loader: async ({ context, params: { userId } }) => {
    const { queryClient } = context;
    const [user] = await Promise.all([
      loadQuery(queryClient, userQueries.detail(userId)),
      loadQuery(queryClient, progressQueries.detail(userId)),
      loadQuery(queryClient, progressQueries.summary(userId)).catch(() => undefined),
    ]);
    return { crumbs: await personCrumbs(context, user) };
  },
  component: UserDetailPage,
});

function UserDetailPage() {
  const { userId } = Route.useParams();
  return <UserProfile key={userId} userId={userId} />;
}
