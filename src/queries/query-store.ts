/** The device's copies of queries: one record per query and owner, never a guess, never rejected (docs/offline.md, law 1). */
import {
  type AsyncStorage,
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { companySchema } from '@/api/companies';
import { courseSchema } from '@/api/courses';
import { infoSchema } from '@/api/info';
import { progressDetailSchema, progressSummarySchema } from '@/api/progress';
import { userSchema } from '@/api/users';
import type { OwnerKey } from '@/session/session';
import { keepOwned, readOwned } from '@/storage/owned-store';

/** The version of the stored shape; raise it when an older record must not be read any more. */
const STORED_QUERY_VERSION = 1;

const storedQuerySchema = z.object({
  version: z.literal(STORED_QUERY_VERSION),
  queryKey: z.array(z.string()),
  data: z.unknown(),
  /** Milliseconds since 1970. */
  dataUpdatedAt: z.number(),
});
type StoredQuery = z.infer<typeof storedQuerySchema>;

/**
 * What is kept, and the schema it is read back with (docs/offline.md, law 3): the own things that no worker keeps.
 * Other people and companies stay in memory.
 */
function schemaOf(queryKey: QueryKey, userId: string): z.core.$ZodType | undefined {
  switch (queryKey.join('/')) {
    case 'me':
      return userSchema;
    case 'me/company':
      return z.nullable(companySchema);
    case 'info':
      return infoSchema;
    case 'courses':
      return z.array(courseSchema);
    case `progress/${userId}/detail`:
      return progressDetailSchema;
    case `progress/${userId}/summary`:
      return progressSummarySchema;
    default:
      return undefined;
  }
}

/** Reads and writes an owner's records; a device that fails keeps nothing, and the app works on without it. */
function createStorage(owner: OwnerKey): AsyncStorage<StoredQuery> {
  return {
    getItem: (key) => readOwned('queries', owner, key).catch(() => undefined) as Promise<StoredQuery | undefined>,
    setItem: (key, record) => keepOwned('queries', owner, key, record).catch(() => false),
    // The library removes a record it could not read: one failed read must not delete a learner's copy.
    removeItem: () => undefined,
  };
}

/** Reads a record back through the schema of its query. @throws when it does not parse: then there is no copy. */
function toPersistedQuery(record: unknown, userId: string): PersistedQuery {
  const { data, dataUpdatedAt, ...stored } = z.parse(storedQuerySchema, record);
  // Whether it is one, the next line says.
  const queryKey = stored.queryKey as unknown as QueryKey;
  const schema = schemaOf(queryKey, userId);
  if (!schema) throw new TypeError(`No copies are kept of ${queryKey.join('/')}`);
  const state = { data: z.parse(schema, data), dataUpdatedAt, errorUpdatedAt: 0 } as PersistedQuery['state'];
  return { queryKey, queryHash: hashKey(queryKey), buster: '', state };
}

/**
 * Makes the persister of an owner's queries, for `defaultOptions.queries`.
 *
 * @param owner see `ownerKey`.
 * @param userId the same user's id: only the own progress is kept.
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
    // A clock jump or a rollback must not sign anybody out: copies do not expire by the clock.
    maxAge: Number.POSITIVE_INFINITY,
    // Loaders refresh behind the copy (load-query.ts); the library's own refetch rejects unhandled offline.
    refetchOnRestore: false,
    filters: { predicate: ({ queryKey }) => schemaOf(queryKey, userId) !== undefined },
  });
}
