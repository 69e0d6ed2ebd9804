/** /mypage: the user's own profile. */
import { createFileRoute } from '@tanstack/react-router';

import { ProfileScreen } from '@/features/profile/ProfileScreen';
import { useMe } from '@/queries/me';
import { screens } from '@/session/screens';

import { DeviceSettings } from './-device-settings';
import { loadOwnProfile } from './-load-own-profile';

export const Route = createFileRoute('/_app/mypage')({
  loader: ({ context }) => loadOwnProfile(context),
  component: MyPage,
});

function MyPage() {
  return <ProfileScreen userId={useMe().id} title={screens['/_app/mypage'].title} device={<DeviceSettings />} />;
}
