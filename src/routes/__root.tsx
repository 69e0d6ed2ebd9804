/** The root of all routes: unknown paths and errors that no screen caught. */
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';

import type { AppContext } from '@/router';

export const Route = createRootRouteWithContext<AppContext>()({
  component: Outlet,
});
