/** Creates the router with the context of all routes, and the default screens for pending and failed loads. */
import { createRouter } from '@tanstack/react-router';

import { ErrorScreen, NotFoundScreen } from '@/features/shell/ErrorScreen';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { SKELETON_DELAY_MS } from '@/lib/constants';
import type { AppContext } from '@/session/app-context';
import type { Access, Permission } from '@/session/roles';
import type { Screen } from '@/session/screen';
import { type ScreenId, screens } from '@/session/screens';

import { type FileRouteTypes, routeTree } from './routeTree.gen';

/** The generated ids of all routes except layouts, which are no screens. */
type RouteId = Exclude<FileRouteTypes['id'], '__root__' | '/_app' | '/_app/_staff' | '/_app/lessons/edit'>;
type StaffId = Extract<RouteId, `/_app/_staff/${string}`>;

// A type check without effect at run time: every route has a row in the table of screens, and the routes with a
// permission are exactly those in `_staff/`.
void (screens satisfies Record<StaffId, Screen<Permission>> &
  Record<Exclude<RouteId, StaffId>, Screen<Exclude<Access, Permission>>>);
// A type check without effect at run time: every row of the table of screens has a route.
void ({} as Record<RouteId, true> satisfies Record<ScreenId, true>);

/** Creates the app's router; whole-app tests (trips) pass a memory history through `options`. */
export function createAppRouter(
  context: AppContext,
  options: { history?: Parameters<typeof createRouter>[0]['history'] } = {},
) {
  return createRouter({
    routeTree,
    context,
    ...options,
    defaultPendingMs: SKELETON_DELAY_MS,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    // The query cache alone decides what is fresh, so the router caches nothing.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    notFoundMode: 'fuzzy',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface HistoryState {
    /** The search query whose matches are marked in the opened lesson. */
    find?: string;
    /** A different value for each search, so that repeating the same search marks its matches in the lesson again. */
    foundAt?: number;
  }
}
