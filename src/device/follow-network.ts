/** What is done when the network is back, for what stands on the screen. */
import type { QueryClient } from '@tanstack/react-query';

import { watchReachability } from '@/api/reachability';
import { watchOnline } from '@/offline/page/watch-online';

/** Has copies give way to what the server says now; returns how to stop. */
export function followNetwork(queryClient: QueryClient): () => void {
  // Not in the first load; without its code the copies stay, and say so.
  const refresh = () =>
    void import('./refresh-copies').then(
      ({ refreshCopies }) => refreshCopies(queryClient),
      () => undefined,
    );
  const stopWatching = watchReachability((isReachable) => isReachable && refresh());
  const stopOnline = watchOnline(refresh);
  return () => {
    stopWatching();
    stopOnline();
  };
}
