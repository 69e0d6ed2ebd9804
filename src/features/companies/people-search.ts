/** Keeps the search, filters, order and page of a table of people in the URL, so that going back restores them. */
import * as z from 'zod/mini';

import { type PeopleQuery, peopleQueryShape } from '@/api/people-lists';
import { readId, toWords } from '@/api/shapes';
import { type Role, roles } from '@/session/roles';
import { stateNames } from '@/study/outline/state-names';
import type { TableState } from '@/ui/tables/data-table-types';

import type { State } from './people-states';

const { sort: sortSchema } = peopleQueryShape;

export interface PeopleSearch {
  q?: string;
  /** The id of the column to sort by; a leading `-` sorts in descending order. */
  sort?: PeopleQuery['sort'];
  page?: number;
  state?: State;
  role?: Role;
}

function oneOf<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find((word) => word === value);
}

/** Reads the URL's search parameters; unknown or invalid ones are dropped. */
export function readPeopleSearch(search: object): PeopleSearch {
  const { q, sort, page, state, role } = search as Record<string, unknown>;
  return {
    // The router parses a search text of digits as a number, so convert it back to a string.
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : undefined,
    sort: z.safeParse(sortSchema, sort).data,
    page: typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined,
    state: oneOf(Object.keys(stateNames) as State[], state),
    role: oneOf(roles, role),
  };
}

/** Reads from the URL which people a report is about: those that match the list's filter, or one person. */
export function readReportSearch(search: object): Pick<PeopleQuery, 'q' | 'state'> & { person?: string } {
  const { q, state } = readPeopleSearch(search);
  return { q: toWords(q), state, person: readId(search, 'person') };
}

/** Converts search parameters to the table's state. */
export function tableStateOf({ q = '', sort = 'name', page = 1 }: PeopleSearch): TableState {
  return { words: q, sort: { columnId: sort.replace('-', ''), isDown: sort.startsWith('-') }, page };
}

/** Converts the table's state to search parameters; defaults are left out. */
export function searchOf({ words, sort: { columnId, isDown }, page }: TableState): PeopleSearch {
  const sort = `${isDown ? '-' : ''}${columnId}`;
  return { q: words || undefined, sort: sort === 'name' ? undefined : sort, page: page > 1 ? page : undefined };
}

/** Returns the part of a search that decides which people are shown: without sort order and page. */
export function filterKey({ q, state, role }: PeopleSearch): string {
  return JSON.stringify([q, state, role]);
}
