/** Cached users, in memory only (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchPeople, fetchPeopleWithShares, type PeoplePageQuery, type PeopleQuery } from '@/api/people-lists';
import { isAsAsked } from '@/api/shapes';
import { fetchUser, type User } from '@/api/users';
import { fetchAllPages } from '@/queries/all-pages';
import { infoQueries } from '@/queries/info';
import { capabilitiesOf } from '@/session/capabilities';

export const userQueries = {
  detail: (userId: string) =>
    queryOptions({ queryKey: ['users', userId], queryFn: ({ signal }) => fetchUser(userId, signal) }),
  /**
   * The query of one page of a search; null from a server without `searched-lists`, where all users are read
   * (`companyGlanceQueries.people`).
   */
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
  /**
   * The query of a person with their progress per course; null from a server without `searched-lists` or
   * `course-progress`.
   */
  withShares: ({ id, username }: Pick<User, 'id' | 'username'>) =>
    queryOptions({
      queryKey: ['users', id, 'shares'],
      queryFn: async ({ client, signal }) => {
        const { searchesLists, listsCourseProgress } = capabilitiesOf(
          await client.ensureQueryData(infoQueries.general()),
        );
        if (!searchesLists || !listsCourseProgress) return null;
        const { items } = await fetchPeopleWithShares({ usernames: username, page: 1, size: 1 }, signal);
        return items.find((person) => person.id === id) ?? null;
      },
    }),
};

/** Reads all people whom a search finds, without their progress per course. */
export function readFound(query: PeopleQuery): Promise<User[]> {
  return fetchAllPages((page) => fetchPeople({ ...query, courses: 'false', ...page }));
}
