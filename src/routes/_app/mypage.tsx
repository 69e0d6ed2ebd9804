/** /mypage: the own profile. */
import { createFileRoute } from '@tanstack/react-router';

import { ProfileScreen } from '@/features/profile/ProfileScreen';
import { homeCrumb } from '@/features/shell/crumbs';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress';
import { userQueries } from '@/queries/users';

export const Route = createFileRoute('/_app/mypage')({
  staticData: { crumbs: [homeCrumb, { label: 'マイページ', to: '/mypage' }] },
  loader: ({ context: { queryClient, me } }) =>
    Promise.all([
      loadQuery(queryClient, userQueries.detail(me.id)),
      loadQuery(queryClient, progressQueries.detail(me.id)),
    ]),
  component: MyPage,
});

function MyPage() {
  const { me } = Route.useRouteContext();
  return <ProfileScreen userId={me.id} title="マイページ" />;
}
