/** The page's query cache, and its retries of failed reads. */
import { QueryClient } from '@tanstack/react-query';

import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/network/errors';
import { CACHE_RETENTION_MS, FRESH_MS, READ_RETRIES, READ_RETRY_CAP_MS } from '@/lib/constants';
import { ownerKey, type Session } from '@/session/session';

/**
 * Returns true for a failed read that is sent again (specification §9). A refusal (4xx) is final, and so is a response
 * of our server that does not fit its schema. A failing server (5xx) and a portal's response (HTML, a redirect) are
 * retried. A missing network is retried only where the screen already shows data, so that a first visit says so at
 * once.
 *
 * @param failureCount how often the read has failed before this failure.
 */
export function shouldRetry(failureCount: number, error: unknown, hasData: boolean): boolean {
  if (failureCount >= READ_RETRIES) return false;
  // 429 is not retried here: a client that sent too many requests must not repeat them by itself.
  if (error instanceof ApiError) return error.status >= 500;
  if (error instanceof UnexpectedAnswerError) return error.gateway === 'portal';
  if (error instanceof NetworkError) return hasData;
  return false;
}

/** Returns the exponential backoff after `failureCount` failures, ms: 1 s, 2 s, 4 s … capped at 30 s. */
export function retryDelay(failureCount: number): number {
  return Math.min(1000 * 2 ** failureCount, READ_RETRY_CAP_MS);
}

/** Reports errors of reads whose screens already show data. */
const failedBehindData = new WeakSet<Error>();

/**
 * Loads the store of copies, which the login screen does not need; if its code cannot be loaded, queries are not copied
 * to the device.
 */
async function fetchStore({ owner }: Session) {
  const loaded = await import('./query-store').catch(() => undefined);
  return loaded?.createQueryStore(ownerKey(owner), owner.userId);
}

/** Creates the page's query cache; one per signed-in user, because sign-in and sign-out restart the app. */
export function createQueryClient(session?: Session): QueryClient {
  const store = session && fetchStore(session);
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: CACHE_RETENTION_MS,
        staleTime: FRESH_MS,
        // The query library counts as always online: request outcomes decide what is reachable, not navigator.onLine
        // (docs/offline.md, "Triggers").
        networkMode: 'always',
        retryDelay,
        retry: (failureCount, error) => shouldRetry(failureCount, error, failedBehindData.has(error)),
        persister: async (queryFn, context, query) => {
          try {
            const persister = await store;
            return await (persister ? persister.persisterFn(queryFn, context, query) : queryFn(context));
          } catch (error) {
            if (error instanceof Error && query.state.data !== undefined) failedBehindData.add(error);
            throw error;
          }
        },
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
