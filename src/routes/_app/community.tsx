/** /community: the chat community. */
import { createFileRoute } from '@tanstack/react-router';

import { CommunityScreen } from '@/features/community/CommunityScreen';

export const Route = createFileRoute('/_app/community')({
  component: CommunityScreen,
});
