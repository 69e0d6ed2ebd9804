/** People by their user names: no more calls than the names take, however many people there are. */
import { toNameLists } from '@/api/named';
import { fetchPeople } from '@/api/people-lists';
import { isAsAsked } from '@/api/shapes';
import { fetchUsers, type User } from '@/api/users';
import { MAX_PAGE_SIZE } from '@/lib/constants';

import { fetchAllPages } from './all-pages';

export interface NamedOptions {
  /** The server has the ability `searched-lists`. */
  searchesLists: boolean;
  signal?: AbortSignal;
}

/** Those who have such user names; everybody, of a server that does not look them up. @param usernames as a new user's may be. */
export async function fetchNamed(
  usernames: Iterable<string>,
  { searchesLists, signal }: NamedOptions,
): Promise<readonly User[]> {
  const found: User[] = [];
  for (const names of searchesLists ? toNameLists(usernames) : []) {
    const query = { usernames: names, courses: 'false', page: 1, size: MAX_PAGE_SIZE } as const;
    const page = await fetchPeople(query, signal);
    if (!isAsAsked(page, query)) return fetchEverybody(signal);
    found.push(...page.items);
  }
  return searchesLists ? found : fetchEverybody(signal);
}

function fetchEverybody(signal: AbortSignal | undefined): Promise<User[]> {
  return fetchAllPages((query) => fetchUsers(query, signal));
}
