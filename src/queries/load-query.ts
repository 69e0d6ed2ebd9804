/** How loaders read: what is at hand at once, and refreshed behind it. */
import { CancelledError, type EnsureQueryDataOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** When a page began to read, until its first screen stands. */
const beginnings = new WeakMap<QueryClient, number>();

/** From now on what is read is read for the first screen, and asked for once. */
export function noteBeginning(queryClient: QueryClient): void {
  beginnings.set(queryClient, Date.now());
}

/** The first screen stands: the next one asks anew for what is stale. */
export function endBeginning(queryClient: QueryClient): void {
  beginnings.delete(queryClient);
}

/**
 * Reads for a screen: from memory, else from the device's copy, else from the server. What is stale is asked for again
 * behind the screen, and a missing network then changes nothing.
 *
 * @param onRefreshFailed called with how that second asking failed, if it did.
 * @throws {ApiError} when the server refuses, {NetworkError} when nothing is at hand and no answer comes.
 */
export async function loadQuery<T, K extends QueryKey>(
  queryClient: QueryClient,
  options: EnsureQueryDataOptions<T, Error, T, K>,
  onRefreshFailed: (error: unknown) => void = () => undefined,
): Promise<T> {
  const startedAt = beginnings.get(queryClient) ?? Date.now();
  const data = await queryClient.ensureQueryData(options).catch((error: unknown) => {
    // Whoever else looked at the same thing has gone, and the library broke the asking off for all: it begins anew.
    if (error instanceof CancelledError && !error.silent) return queryClient.ensureQueryData(options);
    throw error;
  });
  // A restored copy gets its own age only after this task; what was fetched just now needs no second asking.
  setTimeout(() => {
    const updatedAt = queryClient.getQueryState(options.queryKey)?.dataUpdatedAt ?? startedAt;
    if (updatedAt < startedAt) queryClient.fetchQuery(options).catch(onRefreshFailed);
  }, 0);
  return data;
}
