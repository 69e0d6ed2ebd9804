/** /mypage: the own profile. */
import { createFileRoute } from '@tanstack/react-router';

import { ProfileScreen } from '@/features/profile/ProfileScreen';
import { homeCrumb } from '@/features/shell/crumbs';
import { useMe } from '@/queries/me';

import { DeviceSettings } from './-device-settings';
import { loadOwnProfile } from './-load-own-profile';

export const Route = createFileRoute('/_app/mypage')({
  staticData: { crumbs: [homeCrumb, { label: 'マイページ', to: '/mypage' }] },
  loader: ({ context }) => loadOwnProfile(context),
  component: MyPage,
});

function MyPage() {
  return <ProfileScreen userId={useMe().id} title="マイページ" device={<DeviceSettings />} />;
}
