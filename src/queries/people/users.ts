/** Cached users, in memory only (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchPeople, fetchPeopleWithShares, type PeoplePageQuery, type PeopleQuery } from '@/api/people-lists';
import { fetchUser, type User } from '@/api/users';
import { searchAllPages } from '@/queries/all-pages';

export const userQueries = {
  detail: (userId: string) =>
    queryOptions({ queryKey: ['users', userId], queryFn: ({ signal }) => fetchUser(userId, signal) }),
  /**
   * The query of one page of a search; null from a server that cannot search, where all users are read
   * (`companyGlanceQueries.people`).
   */
  page: (query: PeoplePageQuery) =>
    queryOptions({
      queryKey: ['users', 'page', query],
      queryFn: async ({ signal }) => {
        const page = await fetchPeople.search(query, signal);
        if (!page) return null;
        const isBehindLast = page.items.length === 0 && page.total > 0;
        return isBehindLast ? fetchPeople({ ...query, page: page.pages }, signal) : page;
      },
    }),
  /** The query of a person with their progress per course; null from a server that cannot list it for one person. */
  withShares: ({ id, username }: Pick<User, 'id' | 'username'>) =>
    queryOptions({
      queryKey: ['users', id, 'shares'],
      queryFn: async ({ signal }) => {
        const page = await fetchPeopleWithShares.search({ usernames: username, page: 1, size: 1 }, signal);
        return page?.items.find((person) => person.id === id) ?? null;
      },
    }),
};

/** Reads all people whom a search finds, without their progress; undefined from a server that cannot search. */
export function readFound(query: PeopleQuery): Promise<User[] | undefined> {
  return searchAllPages((page) => fetchPeople.search({ ...query, courses: 'false', ...page }));
}
