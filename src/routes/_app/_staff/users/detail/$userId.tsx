/** /users/detail/{id}: the profile screen of a user, one's own included; ADMIN, TEACHER, STAFF. */
import { createFileRoute } from '@tanstack/react-router';

import { PersonAssignments } from '@/features/companies/PersonAssignments';
import { ProfileScreen } from '@/features/profile/ProfileScreen';
import { loadQuery } from '@/queries/load-query';
import { userQueries } from '@/queries/people/users';
import { progressQueries } from '@/queries/progress/progress';
import { personCrumbs } from '@/routes/-loaded-trails';
import { DeviceSettings } from '@/routes/_app/-device-settings';
import { loadOwnProfile } from '@/routes/_app/-load-own-profile';

export const Route = createFileRoute('/_app/_staff/users/detail/$userId')({
  loader: async ({ context, params: { userId } }) => {
    const { queryClient, me } = context;
    if (userId === me.id) {
      await loadOwnProfile(context);
      return { crumbs: await personCrumbs(context, me) };
    }
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
  return (
    <ProfileScreen
      key={userId}
      userId={userId}
      device={<DeviceSettings />}
      required={<PersonAssignments userId={userId} />}
    />
  );
}
