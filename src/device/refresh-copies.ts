/** Once the network is back, refetches the queries of the current screen whose data came from the device's cache. */
import type { QueryClient } from '@tanstack/react-query';

import { networkAsked } from '@/offline/copies/copy-broadcasts';

/**
 * Refetches the screen's queries whose data came from the cache, and all markdown queries, whose data is not marked as
 * cached.
 */
function refetch(queryClient: QueryClient): void {
  void queryClient.refetchQueries(
    {
      type: 'active',
      predicate: ({ queryKey: [root, , part], state: { data } }) =>
        (root === 'contents' && part === 'markdown') ||
        (data as { cachedAt?: string } | undefined)?.cachedAt !== undefined,
    },
    { cancelRefetch: false },
  );
}

/**
 * Minimum interval between refetches, ms: when the server fails only some requests, reachability changes with each
 * request.
 */
const MIN_INTERVAL_MS = 10_000;

let stop: (() => void) | undefined;
let later: ReturnType<typeof setTimeout> | undefined;
/** Earliest time of the next refetch, by `performance.now()`. */
let notBefore = 0;

/**
 * Refetches cached data at once, and again when the worker next gets a server response: for a while after a failure the
 * worker serves cached data and revalidates it in the background. Throttled to one refetch per 10 s.
 */
export function refreshCopies(queryClient: QueryClient): void {
  clearTimeout(later);
  const wait = notBefore - performance.now();
  if (wait > 0) {
    later = setTimeout(() => refreshCopies(queryClient), wait);
    return;
  }
  notBefore = performance.now() + MIN_INTERVAL_MS;
  stop?.();
  stop = networkAsked.subscribe(({ isAnswered }) => {
    if (!isAnswered) return;
    stop?.();
    refetch(queryClient);
  });
  refetch(queryClient);
}
