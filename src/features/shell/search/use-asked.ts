/** Searches on the server: lessons by title, and people if the user may view them. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { Lesson } from '@/api/lessons';
import { toWords } from '@/api/shapes';
import type { User } from '@/api/users';
import { SERVER_SEARCH_DEBOUNCE_MS } from '@/lib/wait';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { useCan } from '@/queries/me';
import { userQueries } from '@/queries/people/users';

const MAX_PEOPLE = 8;

export interface Asked<T> {
  data: readonly T[] | undefined;
  isPending: boolean;
  isError: boolean;
}

/**
 * Returns candidates for a search by title: lessons that the server finds, or all lessons if the server cannot search.
 */
export function useLessonTitles(query: string): Asked<Lesson> {
  const [q = ''] = useDebouncedValue(toWords(query), SERVER_SEARCH_DEBOUNCE_MS);
  const titled = useQuery({ ...lessonQueries.titled(q), placeholderData: keepPreviousData });
  const isWhole = titled.data === null;
  const all = useQuery({ ...lessonQueries.list(), enabled: isWhole });
  if (isWhole) return all;
  const isRested = q === (toWords(query) ?? '');
  if (q === '') return { data: [], isPending: !isRested, isError: false };
  return { data: titled.data ?? [], isPending: !isRested || titled.isFetching, isError: titled.isError };
}

/** Returns true if the search also covers people. */
export function useFindsPeople(): boolean {
  return useCan('user.search');
}

/** Returns people whose name, its reading, user name or e-mail address contains the query. */
export function usePeopleFound(query: string): { people: readonly User[]; isOlder: boolean } {
  const findsPeople = useFindsPeople();
  const [q] = useDebouncedValue(toWords(query), SERVER_SEARCH_DEBOUNCE_MS);
  const { data, isPlaceholderData } = useQuery({
    ...userQueries.page({ q, sort: 'name', courses: 'false', page: 1, size: MAX_PEOPLE }),
    enabled: findsPeople && q !== undefined,
    placeholderData: keepPreviousData,
  });
  const people = q === undefined || toWords(query) === undefined ? [] : (data?.items ?? []);
  return { people, isOlder: people.length > 0 && (isPlaceholderData || q !== toWords(query)) };
}
