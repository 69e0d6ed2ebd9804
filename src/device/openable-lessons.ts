/** The lessons that open offline, for screens. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

import type { Lesson } from '@/api/lessons';
import { wasReachable } from '@/api/network/reachability';
import { useOwner } from '@/queries/queue';
import { useReachability } from '@/queries/reachability';
import type { OwnerKey } from '@/session/session';

/**
 * The query's key begins with that of saved courses (packs), so that a change of a pack invalidates this query, too.
 */
export const lessonCopiesOptions = (owner: OwnerKey) =>
  queryOptions({
    queryKey: ['packs', owner, 'lessons'],
    queryFn: async ({ client }) => (await import('./lesson-copies')).readLessonCopies(client, owner),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const idsOf = (lessons: readonly Lesson[]): ReadonlySet<string> => new Set(lessons.map(({ id }) => id));

/** Reads which lessons open now; undefined while all of them can, that is, online. */
export async function readOpenableLessons(
  queryClient: QueryClient,
  owner: OwnerKey,
): Promise<ReadonlySet<string> | undefined> {
  return wasReachable() ? undefined : idsOf(await queryClient.fetchQuery(lessonCopiesOptions(owner)));
}

/** Returns the lessons that open now; undefined while loading, and while all lessons can be opened (online). */
export function useOpenableLessons(): ReadonlySet<string> | undefined {
  const isReachable = useReachability();
  const { data } = useQuery({
    ...lessonCopiesOptions(useOwner()),
    enabled: !isReachable,
    select: idsOf,
    throwOnError: false,
  });
  return isReachable ? undefined : data;
}
