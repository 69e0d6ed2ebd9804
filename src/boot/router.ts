/** The router: what every route may count on, and how screens wait and fail. */
import { createRouter } from '@tanstack/react-router';

import { ErrorScreen, NotFoundScreen } from '@/features/shell/ErrorScreen';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { SKELETON_DELAY_MS } from '@/lib/constants';
import type { AppContext } from '@/session/app-context';

import { routeTree } from './routeTree.gen';

/** Makes the app's router; trips pass a memory history through `options`. */
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
    // The query cache decides what is fresh; the router keeps nothing.
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
    /** What is to be marked in the lesson that is opened. */
    find?: string;
    /** Another one each time: the same words once more are marked once more. */
    foundAt?: number;
  }
}
