/** Refreshes the screen when the network returns. */
import type { QueryClient } from '@tanstack/react-query';

import { latestGateway, watchReachability } from '@/api/network/reachability';
import { watchOnline } from '@/offline/page/watch-online';

/**
 * Replaces cached data on the screen by the server's data when the network returns.
 *
 * @returns a function that stops this.
 */
export function followNetwork(queryClient: QueryClient): () => void {
  // Imported on demand, to keep the first load small; if the import fails, the screen keeps its cached data, marked as
  // such.
  const refresh = () =>
    void import('./refresh-copies').then(
      ({ refreshCopies }) => refreshCopies(queryClient),
      () => undefined,
    );
  const stopWatching = watchReachability((isReachable) => isReachable && refresh());
  const stopOnline = watchOnline(refresh);
  // Behind a gateway, the user may have signed in to the network in another window: refetch when the page becomes
  // visible.
  const whenVisible = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible && latestGateway()) void queryClient.refetchQueries({ type: 'active' });
  };
  document.addEventListener('visibilitychange', whenVisible);
  return () => {
    stopWatching();
    stopOnline();
    document.removeEventListener('visibilitychange', whenVisible);
  };
}
