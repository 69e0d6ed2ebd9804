/** The page's one reader of what waits or was received, so that every screen finds read what another has read. */
import type { QueryClient } from '@tanstack/react-query';

import { createCallReader, type RecordedEntry } from '@/offline/queue/recorded-calls';
import type { OwnerKey } from '@/session/session';

/** A page has one query cache and one owner for its whole life. */
const readers = new WeakMap<QueryClient, ReturnType<typeof createCallReader>>();

/** Reads all of them. @throws {StorageError} when the device fails. */
export function readCalls(queryClient: QueryClient, owner: OwnerKey): Promise<readonly RecordedEntry[]> {
  const reader = readers.get(queryClient) ?? createCallReader(owner);
  readers.set(queryClient, reader);
  return reader();
}
