/** /mypage: the own profile. */
import { createFileRoute } from '@tanstack/react-router';

import { InstallHelp } from '@/features/install/InstallHelp';
import { EarlierPacks } from '@/features/packs/EarlierPacks';
import { StoredCourses } from '@/features/packs/StoredCourses';
import { OwnProfile } from '@/features/profile/OwnProfile';
import { homeCrumb } from '@/features/shell/crumbs';
import { loadQuery } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import { progressQueries } from '@/queries/progress';

export const Route = createFileRoute('/_app/mypage')({
  staticData: { crumbs: [homeCrumb, { label: 'マイページ', to: '/mypage' }] },
  loader: ({ context: { queryClient, me } }) => {
    // Not waited for: its name has a place that is kept free.
    void queryClient.prefetchQuery(meQueries.company());
    return Promise.all([
      loadQuery(queryClient, progressQueries.detail(me.id)),
      loadQuery(queryClient, progressQueries.summary(me.id)).catch(() => undefined),
    ]);
  },
  component: MyPage,
});

function MyPage() {
  const storage = (
    <>
      <EarlierPacks />
      <StoredCourses />
    </>
  );
  return <OwnProfile storage={storage} install={<InstallHelp />} />;
}
