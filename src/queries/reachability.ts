/** React hooks over the outcome of the page's latest request. */
import { useSyncExternalStore } from 'react';

import { isBehindPortal, wasReachable, watchReachability } from '@/api/reachability';

/** Returns true if the API host answered the page's latest request. */
export function useReachability(): boolean {
  return useSyncExternalStore(watchReachability, wasReachable);
}

/** Returns true if a portal or a sign-in proxy answered the page's latest request instead of the API host. */
export function useIsBehindPortal(): boolean {
  return useSyncExternalStore(watchReachability, isBehindPortal);
}
