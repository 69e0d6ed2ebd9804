/** The page's single reader of queued and received calls, shared by all screens so that each call is read once. */
import type { QueryClient } from '@tanstack/react-query';

import { createCallReader, type RecordedEntry } from '@/offline/queue/recorded-calls';
import type { OwnerKey } from '@/session/session';

/** One reader of calls is enough: a page has one query cache and one owner for its whole life. */
const readers = new WeakMap<QueryClient, ReturnType<typeof createCallReader>>();

/** Reads all queued and received calls. @throws {StorageError} when the device fails. */
export function readCalls(queryClient: QueryClient, owner: OwnerKey): Promise<readonly RecordedEntry[]> {
  const reader = readers.get(queryClient) ?? createCallReader(owner);
  readers.set(queryClient, reader);
  return reader();
}
