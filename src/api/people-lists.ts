/** What lists of people can be asked for, of servers with the ability `searched-lists` (docs/wire.md, "Searched lists"). */
import * as z from 'zod/mini';

import { request } from './client';
import { courseShareSchema } from './course-shares';
import { namesSchema } from './named';
import { defaulted, idSchema, type Page, type PageQuery, pageSchema, wordsSchema } from './shapes';
import { roleSchema, type User, USERNAME_PATTERN, userSchema } from './users';

/** How somebody stands: 遅れ, 未開始, 順調, 修了, 利用停止; those who look after others stand nowhere. */
const personStates = ['behind', 'unstarted', 'steady', 'finished', 'suspended'] as const;
export type PersonState = (typeof personStates)[number];

/** What people are put in order by; `-` before it: downwards. */
const peopleSorts = ['name', 'role', 'company', 'progress', 'last', 'state'] as const;
export type PeopleSort = (typeof peopleSorts)[number];

export const peopleQueryShape = {
  companyId: idSchema,
  /** Words that somebody has all of, in name, reading, user name or e-mail. */
  q: wordsSchema,
  role: roleSchema,
  state: z.enum(personStates),
  sort: z.string().check(z.regex(new RegExp(`^-?(${peopleSorts.join('|')})$`))),
  /** `false` leaves out how far everybody is in each course. */
  courses: z.enum(['true', 'false']),
  /** Some by their user names, in any case. */
  usernames: namesSchema((name) => USERNAME_PATTERN.test(name)),
};

/** Which people, in which order. */
export type PeopleQuery = Partial<z.output<z.ZodMiniObject<typeof peopleQueryShape>>>;
export type PeoplePageQuery = PeopleQuery & PageQuery;

/** Lists users as they were asked for; see `isAsAsked`. */
export function fetchPeople(query: PeoplePageQuery, signal?: AbortSignal): Promise<Page<User>> {
  return request('/users/', pageSchema(userSchema), { query, signal });
}

const personWithSharesSchema = z.extend(userSchema, { courses: defaulted(z.array(courseShareSchema), []) });
/** Somebody with how far they are in each course. */
export type PersonWithShares = z.infer<typeof personWithSharesSchema>;

/** The same with how far everybody is in each course, of servers with the ability `course-progress`. */
export function fetchPeopleWithShares(query: PeoplePageQuery, signal?: AbortSignal): Promise<Page<PersonWithShares>> {
  return request('/users/', pageSchema(personWithSharesSchema), { query, signal });
}
