/**
 * Courses that were saved until a sign-out or an eviction deleted them: their ids are kept, so that one press saves
 * them again.
 */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

import type { Course } from '@/api/courses';
import { canKeepPacks, dropEarlierPack, listEarlierPacks } from '@/offline/packs/course-pack-records';
import { courseQueries } from '@/queries/curriculum/courses';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

const packsOptions = (owner: OwnerKey) =>
  queryOptions({
    queryKey: ['packs', owner, 'earlier'],
    queryFn: () => listEarlierPacks(owner),
    staleTime: 0,
    retry: false,
  });

/** Loads the list of earlier saved courses (packs) before a screen that offers to save them again. */
export function loadEarlierPacks(queryClient: QueryClient, owner: OwnerKey): Promise<void> {
  return queryClient.prefetchQuery(packsOptions(owner));
}

/**
 * Returns the courses that can be saved again, and whether one of them was evicted; none where courses cannot be saved.
 */
export function useEarlierPacks(): { courses: Course[]; isLost: boolean } {
  const { data: packs = [] } = useQuery(packsOptions(useOwner()));
  const isWanted = packs.length > 0 && canKeepPacks();
  const { data = [] } = useQuery({ ...courseQueries.list(), enabled: isWanted, throwOnError: false });
  const courses = isWanted ? data.filter(({ id }) => packs.some(({ courseId }) => courseId === id)) : [];
  return { courses, isLost: packs.some(({ isLost }) => isLost) };
}

/** Returns the actions on earlier saved courses (packs); each action rejects when the device's storage fails. */
export function useEarlierPackActions() {
  const owner = useOwner();
  return {
    save: async (courses: readonly Course[]) => {
      const { wantPack } = await import('./pack-runner');
      for (const course of courses) await wantPack(owner, course);
    },
    forget: async (courses: readonly Course[]) => {
      for (const { id } of courses) await dropEarlierPack(owner, id);
    },
  };
}
