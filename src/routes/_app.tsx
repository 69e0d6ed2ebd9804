/** The signed-in area: the start-up guard, then the layout around every screen. */
import { createFileRoute, Outlet } from '@tanstack/react-router';

import { AppLayout } from '@/features/shell/AppLayout';
import { StartScreen } from '@/features/shell/StartScreen';

import { requireIds, requireSignIn } from './-guards';

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location, params }) => {
    requireIds(params);
    return requireSignIn(context, location.href);
  },
  pendingComponent: StartScreen,
  component: () => (
    <AppLayout>
      <Outlet />
    </AppLayout>
  ),
});
