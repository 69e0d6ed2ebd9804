/** The signed-in area: the start-up guard, then the layout around every screen. */
import { createFileRoute, Outlet } from '@tanstack/react-router';

import { AppLayout } from '@/features/shell/AppLayout';
import { NotFoundScreen } from '@/features/shell/ErrorScreen';
import { SyncIndicator } from '@/features/sync/SyncIndicator';
import { nextFrame } from '@/lib/wait';

import { requireIds, requireSignIn } from './-guards';
import { FilePlace } from './_app/-file-place';
import { AppNotices } from './_app/-notices';
import { SignInInPlace } from './_app/-sign-in-again';

const notices = [<AppNotices key="notices" />, <FilePlace key="file" />, <SignInInPlace key="sign-in" />];

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location, params, cause, preload }) => {
    // Wait for one frame, so that the pressed button is painted first: a screen whose data are on the device renders in
    // one task.
    if (cause === 'stay' && !preload) await nextFrame();
    const signedIn = await requireSignIn(context, location.href);
    requireIds(params);
    return signedIn;
  },
  notFoundComponent: () => (
    <AppLayout status={<SyncIndicator />} notice={notices}>
      <NotFoundScreen />
    </AppLayout>
  ),
  component: () => (
    <AppLayout status={<SyncIndicator />} notice={notices}>
      <Outlet />
    </AppLayout>
  ),
});
