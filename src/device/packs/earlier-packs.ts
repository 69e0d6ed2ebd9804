/** The courses that were saved here until their owner signed out: their ids stay, so that one press saves them again. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

import type { Course } from '@/api/courses';
import { canKeepPacks, dropEarlierPack, listEarlierPackIds } from '@/offline/packs/course-pack-records';
import { courseQueries } from '@/queries/courses';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

const idsOptions = (owner: OwnerKey) =>
  queryOptions({
    queryKey: ['packs', owner, 'earlier'],
    queryFn: () => listEarlierPackIds(owner),
    staleTime: 0,
    retry: false,
  });

/** Reads them before a screen that offers them. */
export function loadEarlierPacks(queryClient: QueryClient, owner: OwnerKey): Promise<void> {
  return queryClient.prefetchQuery(idsOptions(owner));
}

/** The courses that can be saved again; none where nothing can be kept. */
export function useEarlierPacks(): Course[] {
  const { data: ids = [] } = useQuery(idsOptions(useOwner()));
  const isWanted = ids.length > 0 && canKeepPacks();
  const { data: courses = [] } = useQuery({ ...courseQueries.list(), enabled: isWanted, throwOnError: false });
  return isWanted ? courses.filter(({ id }) => ids.includes(id)) : [];
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
