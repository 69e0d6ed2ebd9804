/** /community: the chat community. */
import { createFileRoute } from '@tanstack/react-router';

import { CommunityScreen } from '@/features/community/CommunityScreen';
import { homeCrumb } from '@/features/shell/crumbs';

export const Route = createFileRoute('/_app/community')({
  staticData: { crumbs: [homeCrumb, { label: 'コミュニティ', to: '/community' }] },
  component: CommunityScreen,
});
