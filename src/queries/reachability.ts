/** React hooks over the outcome of the page's latest request. */
import { useSyncExternalStore } from 'react';

import { latestGateway, wasReachable, watchReachability } from '@/api/network/reachability';
import type { Gateway } from '@/api/network/server-answer';
import { apiHost } from '@/session/api-host';

/** Returns true if the API host answered the page's latest request. */
export function useReachability(): boolean {
  return useSyncExternalStore(watchReachability, wasReachable);
}

/** Returns which gateway answered the page's latest request instead of the API host; undefined if none did. */
export function useGateway(): Gateway | undefined {
  return useSyncExternalStore(watchReachability, latestGateway);
}

/**
 * Returns true if signing in to the network may help past a gateway: only in front of the app's own host, whose cookies
 * the app sends, and not for HTTP Basic, which the app's calls never pass.
 */
export function offersNetworkLogin(gateway: Gateway | undefined): boolean {
  return gateway !== undefined && gateway !== 'basic-auth' && apiHost() === globalThis.location.origin;
}
