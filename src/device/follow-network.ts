/** Refreshes the screen when the network returns. */
import type { QueryClient } from '@tanstack/react-query';

import { isBehindPortal, watchReachability } from '@/api/reachability';
import { watchOnline } from '@/offline/page/watch-online';

/** Replaces copies on the screen by the server's data when the network returns. @returns a function that stops it. */
export function followNetwork(queryClient: QueryClient): () => void {
  // Not in the first load; without this code the copies stay, marked as copies.
  const refresh = () =>
    void import('./refresh-copies').then(
      ({ refreshCopies }) => refreshCopies(queryClient),
      () => undefined,
    );
  const stopWatching = watchReachability((isReachable) => isReachable && refresh());
  const stopOnline = watchOnline(refresh);
  // The user may have signed in to the network in another window.
  const whenVisible = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible && isBehindPortal()) void queryClient.refetchQueries({ type: 'active' });
  };
  document.addEventListener('visibilitychange', whenVisible);
  return () => {
    stopWatching();
    stopOnline();
    document.removeEventListener('visibilitychange', whenVisible);
  };
}
