/** The root of all routes: what every route may count on, and paths that cannot even be read. */
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';

import type { AppContext } from '@/session/app-context';

/** False for malformed escapes, as in /courses/%zz. */
function isReadable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

export const Route = createRootRouteWithContext<AppContext>()({
  beforeLoad: ({ location: { pathname } }) => {
    // It would match no route at all, so no guard and no layout; as plain letters it is a path like any other.
    if (!isReadable(pathname)) throw redirect({ href: pathname.replaceAll('%', '%25'), replace: true });
  },
  component: Outlet,
});
