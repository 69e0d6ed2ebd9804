/** Finds users by their user names, with as few requests as possible. */
import { toNameLists } from '@/api/named';
import { fetchPeople } from '@/api/people-lists';
import { isAsAsked } from '@/api/shapes';
import { fetchUsers, type User } from '@/api/users';
import { MAX_PAGE_SIZE } from '@/lib/constants';

import { fetchAllPages } from './all-pages';

export interface NamedOptions {
  /** True for servers with the capability `searched-lists`. */
  searchesLists: boolean;
  signal?: AbortSignal;
}

/** Fetches the users with these user names; all users from a server without `searched-lists`. @param usernames valid user names. */
export async function fetchNamed(
  usernames: Iterable<string>,
  { searchesLists, signal }: NamedOptions,
): Promise<readonly User[]> {
  const found: User[] = [];
  for (const names of searchesLists ? toNameLists(usernames) : []) {
    const query = { usernames: names, courses: 'false', page: 1, size: MAX_PAGE_SIZE } as const;
    const page = await fetchPeople(query, signal);
    if (!isAsAsked(page, query)) return fetchAllUsers(signal);
    found.push(...page.items);
  }
  return searchesLists ? found : fetchAllUsers(signal);
}

function fetchAllUsers(signal: AbortSignal | undefined): Promise<User[]> {
  return fetchAllPages((query) => fetchUsers(query, signal));
}
