/** The courses that were saved here until their owner signed out, or the browser deleted them: their ids stay, so that one press saves them again. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

import type { Course } from '@/api/courses';
import { canKeepPacks, dropEarlierPack, listEarlierPacks } from '@/offline/packs/course-pack-records';
import { courseQueries } from '@/queries/courses';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

const packsOptions = (owner: OwnerKey) =>
  queryOptions({
    queryKey: ['packs', owner, 'earlier'],
    queryFn: () => listEarlierPacks(owner),
    staleTime: 0,
    retry: false,
  });

/** Reads them before a screen that offers them. */
export function loadEarlierPacks(queryClient: QueryClient, owner: OwnerKey): Promise<void> {
  return queryClient.prefetchQuery(packsOptions(owner));
}

/** The courses that can be saved again, and whether the browser deleted one of them; none where nothing can be kept. */
export function useEarlierPacks(): { courses: Course[]; isLost: boolean } {
  const { data: packs = [] } = useQuery(packsOptions(useOwner()));
  const isWanted = packs.length > 0 && canKeepPacks();
  const { data = [] } = useQuery({ ...courseQueries.list(), enabled: isWanted, throwOnError: false });
  const courses = isWanted ? data.filter(({ id }) => packs.some(({ courseId }) => courseId === id)) : [];
  return { courses, isLost: packs.some(({ isLost }) => isLost) };
}

/** What a learner may do about them; each rejects when the device fails. */
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
