/** The root of all routes: their context, and the handling of malformed paths. */
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';

import { NETWORK_LOGIN_PATH } from '@/lib/constants';
import type { AppContext } from '@/session/app-context';

/** Returns false for malformed escapes, as in /courses/%zz. */
function isReadable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

export const Route = createRootRouteWithContext<AppContext>()({
  beforeLoad: ({ location: { pathname } }) => {
    // A malformed path matches no route, so it gets no guard and no layout; escaped once more, it becomes an ordinary
    // unknown path. A host that serves only files answers such a path with the app (server/api/app.ts).
    if (pathname === NETWORK_LOGIN_PATH) throw redirect({ to: '/', replace: true });
    if (!isReadable(pathname)) throw redirect({ href: pathname.replaceAll('%', '%25'), replace: true });
  },
  component: Outlet,
});
