/** The signed-in area: the start-up guard, then the layout around every screen. */
import { createFileRoute, Outlet } from '@tanstack/react-router';

import { AppLayout } from '@/features/shell/AppLayout';
import { NotFoundScreen } from '@/features/shell/ErrorScreen';
import { SyncIndicator } from '@/features/sync/SyncIndicator';

import { requireIds, requireSignIn } from './-guards';
import { AppNotices } from './_app/-notices';

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location, params }) => {
    const signedIn = await requireSignIn(context, location.href);
    requireIds(params);
    return signedIn;
  },
  notFoundComponent: () => (
    <AppLayout status={<SyncIndicator />} notice={<AppNotices />}>
      <NotFoundScreen />
    </AppLayout>
  ),
  component: () => (
    <AppLayout status={<SyncIndicator />} notice={<AppNotices />}>
      <Outlet />
    </AppLayout>
  ),
});
