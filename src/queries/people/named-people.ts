/** Finds users by their user names and addresses, with as few requests as possible. */
import { toNameLists } from '@/api/named';
import { fetchPeople, type PeopleQuery } from '@/api/people-lists';
import { fetchUsers, type User } from '@/api/users';
import { MAX_PAGE_SIZE } from '@/lib/constants';
import { fetchAllPages } from '@/queries/all-pages';

/** The parameters that limit a list of users: each value names one user or a few. */
type NamingQuery = Pick<PeopleQuery, 'usernames' | 'numbers' | 'emails'>;

/** Fetches the users of some lists; undefined from a server that does not support one of the lists' parameters. */
async function fetchLists(lists: readonly NamingQuery[], signal: AbortSignal | undefined): Promise<User[] | undefined> {
  const found: User[] = [];
  for (const list of lists) {
    const query = { ...list, courses: 'false', page: 1, size: MAX_PAGE_SIZE } as const;
    const page = await fetchPeople.search(query, signal);
    // Read further pages, because several users may share an address.
    if (!page || page.total > page.items.length) return undefined;
    found.push(...page.items);
  }
  return found;
}

/**
 * Fetches the users with these user names; all users from a server that cannot search.
 *
 * @param usernames valid user names.
 */
export function fetchNamed(usernames: Iterable<string>, signal?: AbortSignal): Promise<readonly User[]> {
  return fetchMeant({ usernames, numbers: [], emails: [] }, signal);
}

/**
 * Fetches the users that the rows of a file may mean; all users from a server that cannot look users up by name or
 * address.
 */
export async function fetchMeant(
  { usernames, numbers, emails }: Record<keyof NamingQuery, Iterable<string>>,
  signal?: AbortSignal,
): Promise<readonly User[]> {
  const lists = [
    ...toNameLists(usernames).map((names) => ({ usernames: names })),
    ...toNameLists(numbers).map((names) => ({ numbers: names })),
    ...toNameLists(emails).map((names) => ({ emails: names })),
  ];
  const found = await fetchLists(lists, signal);
  if (!found) return fetchAllUsers(signal);
  return [...new Map(found.map((user) => [user.id, user])).values()];
}

function fetchAllUsers(signal: AbortSignal | undefined): Promise<User[]> {
  return fetchAllPages((query) => fetchUsers(query, signal));
}
