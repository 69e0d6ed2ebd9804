/** Cached users, in memory only (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchPeople, type PeoplePageQuery } from '@/api/people-lists';
import { isAsAsked } from '@/api/shapes';
import { fetchUser } from '@/api/users';

export const userQueries = {
  detail: (userId: string) =>
    queryOptions({ queryKey: ['users', userId], queryFn: ({ signal }) => fetchUser(userId, signal) }),
  /** One page of a search; null from a server without `searched-lists`, where all users are read (`companyGlanceQueries.people`). */
  page: (query: PeoplePageQuery) =>
    queryOptions({
      queryKey: ['users', 'page', query],
      queryFn: async ({ signal }) => {
        const page = await fetchPeople(query, signal);
        if (!isAsAsked(page, query)) return null;
        const isBehindLast = page.items.length === 0 && page.total > 0;
        return isBehindLast ? fetchPeople({ ...query, page: page.pages }, signal) : page;
      },
    }),
};
