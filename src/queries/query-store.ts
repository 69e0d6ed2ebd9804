/**
 * The device's copies of queries in IndexedDB: one record per query and owner, validated when read (docs/offline.md,
 * law 1).
 */
import {
  type AsyncStorage,
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { assignmentSchema } from '@/api/assignments';
import { companySchema } from '@/api/companies';
import { courseSchema } from '@/api/courses';
import { infoSchema } from '@/api/info';
import { progressDetailSchema, progressSummarySchema } from '@/api/progress';
import { currentUserSchema } from '@/api/users';
import type { OwnerKey } from '@/session/session';
import { keepOwned, readOwned } from '@/storage/owned-store';

/** Version of the stored shape; raise it when older records must no longer be read. */
const STORED_QUERY_VERSION = 1;

const storedQuerySchema = z.object({
  version: z.literal(STORED_QUERY_VERSION),
  queryKey: z.array(z.string()),
  data: z.unknown(),
  /** When the data were fetched, milliseconds since 1970. */
  dataUpdatedAt: z.number(),
});
type StoredQuery = z.infer<typeof storedQuerySchema>;

/**
 * Returns the schema of a stored query; undefined for queries that are not stored (docs/offline.md, law 3). The device
 * stores the user's own data that the worker does not cache; other users and companies stay in memory only.
 */
function schemaOf(queryKey: QueryKey, userId: string): z.core.$ZodType | undefined {
  switch (queryKey.join('/')) {
    case 'me':
      return currentUserSchema;
    case 'me/company':
      return z.nullable(companySchema);
    case 'info':
      return infoSchema;
    case 'courses':
      return z.array(courseSchema);
    case 'assignments/own':
      return z.array(assignmentSchema);
    case `progress/${userId}/detail`:
      return progressDetailSchema;
    case `progress/${userId}/summary`:
      return progressSummarySchema;
    default:
      return undefined;
  }
}

/**
 * Reads and writes an owner's copies of queries; on a failing device nothing is stored and the app continues without
 * copies.
 */
function createStorage(owner: OwnerKey): AsyncStorage<StoredQuery> {
  return {
    getItem: (key) => readOwned('queries', owner, key).catch(() => undefined) as Promise<StoredQuery | undefined>,
    setItem: (key, record) => keepOwned('queries', owner, key, record).catch(() => false),
    // Never delete a copy here: the query library removes records it could not read, but one failed read must not
    // delete a learner's copy.
    removeItem: () => undefined,
  };
}

/** Validates a stored record with the schema of its query. @throws when it is invalid, which counts as no copy. */
function toPersistedQuery(record: unknown, userId: string): PersistedQuery {
  const { data, dataUpdatedAt, ...stored } = z.parse(storedQuerySchema, record);
  // The cast is safe, because the next line checks the type at run time.
  const queryKey = stored.queryKey as unknown as QueryKey;
  const schema = schemaOf(queryKey, userId);
  if (!schema) throw new TypeError(`Copies are not stored of ${queryKey.join('/')}`);
  const state = { data: z.parse(schema, data), dataUpdatedAt, errorUpdatedAt: 0 } as PersistedQuery['state'];
  return { queryKey, queryHash: hashKey(queryKey), buster: '', state };
}

/**
 * Creates the persister of an owner's queries, for `defaultOptions.queries`.
 *
 * @param owner see `ownerKey`.
 * @param userId the same user's id: only the own progress is stored.
 */
export function createQueryStore(owner: OwnerKey, userId: string) {
  return experimental_createQueryPersister<StoredQuery>({
    storage: createStorage(owner),
    prefix: 'query',
    serialize: ({ queryKey, state: { data, dataUpdatedAt } }) => ({
      version: STORED_QUERY_VERSION,
      queryKey: queryKey.map(String),
      data,
      dataUpdatedAt,
    }),
    deserialize: (record) => toPersistedQuery(record, userId),
    // Copies do not expire by the clock, because a jump of the clock must not sign a user out.
    maxAge: Number.POSITIVE_INFINITY,
    // Loaders refresh in the background (load-query.ts); the query library's own refetch causes an unhandled rejection
    // offline.
    refetchOnRestore: false,
    filters: { predicate: ({ queryKey }) => schemaOf(queryKey, userId) !== undefined },
  });
}
