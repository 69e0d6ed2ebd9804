/** Reads a query in a route's loader: cached data at once, refreshed in the background. */
import { CancelledError, type EnsureQueryDataOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';

export interface LoadOptions {
  /**
   * Data fetched since this time, ms since 1970, is not refreshed; defaults to the time of the call. See AppContext.
   */
  freshSince?: number;
  /** Called with the error of a failed refresh in the background. */
  onRefreshFailed?: (error: unknown) => void;
}

/**
 * Fetches once more if the query library cancelled the fetch: it does so for all readers when the last mounted observer
 * unmounts, such as the screen that is being left.
 */
export function againIfCancelled<T>(fetch: () => Promise<T>): Promise<T> {
  return fetch().catch((error: unknown) => {
    if (error instanceof CancelledError && !error.silent) return fetch();
    throw error;
  });
}

/**
 * Reads a screen's data: from memory, else from the device's copy, else from the server. Stale data is refreshed in the
 * background; if that fails without a network, the stale data stays in use.
 *
 * @throws {ApiError} when the server refuses, {NetworkError} when there is no cached data and no response comes.
 */
export async function loadQuery<T, K extends QueryKey>(
  queryClient: QueryClient,
  options: EnsureQueryDataOptions<T, Error, T, K>,
  { freshSince = Date.now(), onRefreshFailed = () => undefined }: LoadOptions = {},
): Promise<T> {
  const data = await againIfCancelled(() => queryClient.ensureQueryData(options));
  // Wait until the current task has ended: the query library sets the age of a restored copy only then.
  setTimeout(() => {
    const updatedAt = queryClient.getQueryState(options.queryKey)?.dataUpdatedAt ?? freshSince;
    if (updatedAt < freshSince) queryClient.fetchQuery(options).catch(onRefreshFailed);
  }, 0);
  return data;
}
