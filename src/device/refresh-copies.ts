/** Asks anew for what stands on the screen from copies, once the network is back. */
import type { QueryClient } from '@tanstack/react-query';

import { networkAsked } from '@/offline/copies/copy-broadcasts';

/** Texts do not say whether they are copies; they are asked for with the lesson that they belong to. */
function ask(queryClient: QueryClient): void {
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

/** A server that answers some calls and cuts others seems to come and go with each: copies are not asked for more often. */
const LEAST_APART_MS = 10_000;

let stop: (() => void) | undefined;
let later: ReturnType<typeof setTimeout> | undefined;
/** By `performance.now()`. */
let notBefore = 0;

/**
 * Asks at once, and once more when the worker has an answer: for a while after a failure it answers from copies, and asks
 * the network behind them. Soon after it was asked for last, it waits.
 */
export function refreshCopies(queryClient: QueryClient): void {
  clearTimeout(later);
  const wait = notBefore - performance.now();
  if (wait > 0) {
    later = setTimeout(() => refreshCopies(queryClient), wait);
    return;
  }
  notBefore = performance.now() + LEAST_APART_MS;
  stop?.();
  stop = networkAsked.subscribe(({ isAnswered }) => {
    if (!isAnswered) return;
    stop?.();
    ask(queryClient);
  });
  ask(queryClient);
}
