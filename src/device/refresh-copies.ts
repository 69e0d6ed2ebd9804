/** Asks anew for what stands on the screen from copies, once the network is back. */
import type { QueryClient } from '@tanstack/react-query';

import { networkAsked } from '@/offline/copies/copy-news';

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

let stop: (() => void) | undefined;

/**
 * Asks at once, and once more when the worker has an answer: for a while after a failure it answers from copies, and asks
 * the network behind them.
 */
export function refreshCopies(queryClient: QueryClient): void {
  stop?.();
  stop = networkAsked.subscribe(({ isAnswered }) => {
    if (!isAnswered) return;
    stop?.();
    ask(queryClient);
  });
  ask(queryClient);
}
