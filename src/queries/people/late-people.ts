/** The people who are behind, of all companies that the user may see, for the home of teachers and admins. */
import { queryOptions } from '@tanstack/react-query';

import { fetchPeopleWithShares, type PersonWithShares } from '@/api/people-lists';

/** Maximum number of people behind schedule who are shown by name. */
const MAX_NAMED = 5;

export interface LatePeople {
  people: PersonWithShares[];
  total: number;
}

/**
 * The query of the first people who are behind, those who studied longest ago first; undefined from a server that
 * cannot search its lists.
 */
export const latePeopleQuery = () =>
  queryOptions({
    queryKey: ['users', 'late'],
    queryFn: async ({ signal }): Promise<LatePeople | null> => {
      const query = { role: 'STUDENT', state: 'behind', sort: 'last', page: 1, size: MAX_NAMED } as const;
      const page = await fetchPeopleWithShares.search(query, signal);
      return page ? { people: page.items, total: page.total } : null;
    },
  });
