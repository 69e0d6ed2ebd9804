/** How a table of people stands in the URL, so that whoever comes back from a person finds it as it was. */
import * as z from 'zod/mini';

import { type PeopleQuery, peopleQueryShape } from '@/api/people-lists';
import { type Role, roles } from '@/session/roles';
import type { TableState } from '@/ui/tables/data-table-types';

import { type State, states } from './people-states';

const { sort: sortSchema } = peopleQueryShape;

export interface PeopleSearch {
  q?: string;
  /** A column's id, with `-` for downwards. */
  sort?: PeopleQuery['sort'];
  page?: number;
  state?: State;
  role?: Role;
}

function oneOf<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find((word) => word === value);
}

/** What stands in the URL; what is none of ours is left out. */
export function readPeopleSearch(search: object): PeopleSearch {
  const { q, sort, page, state, role } = search as Record<string, unknown>;
  return {
    // The router reads words that are a number as one.
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : undefined,
    sort: z.safeParse(sortSchema, sort).data,
    page: typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined,
    state: oneOf(Object.keys(states) as State[], state),
    role: oneOf(roles, role),
  };
}

/** What the table starts with. */
export function tableStateOf({ q = '', sort = 'name', page = 1 }: PeopleSearch): TableState {
  return { words: q, sort: { columnId: sort.replace('-', ''), isDown: sort.startsWith('-') }, page };
}

/** What of it stands in the URL: what is not as at first. */
export function searchOf({ words, sort: { columnId, isDown }, page }: TableState): PeopleSearch {
  const sort = `${isDown ? '-' : ''}${columnId}`;
  return { q: words || undefined, sort: sort === 'name' ? undefined : sort, page: page > 1 ? page : undefined };
}
