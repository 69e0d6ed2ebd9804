/**
 * Search, filter and sort parameters of user lists, for servers with the capability `searched-lists` (docs/wire.md,
 * "Searched lists").
 */
import * as z from 'zod/mini';

import { courseShareSchema } from './course-shares';
import { namesSchema } from './named';
import { list } from './network/calls';
import { defaulted, idSchema, type PageQuery, wordsSchema } from './shapes';
import { personStateSchema, roleSchema, type User, USERNAME_PATTERN, userSchema } from './users';

/** Sort keys of user lists; a leading `-` sorts in descending order. */
const peopleSorts = ['name', 'role', 'company', 'progress', 'last', 'state'] as const;
export type PeopleSort = (typeof peopleSorts)[number];

export const peopleQueryShape = {
  companyId: idSchema,
  /** Words that must all occur in name, kana, user name or e-mail address. */
  q: wordsSchema,
  role: roleSchema,
  state: personStateSchema,
  sort: z.string().check(z.regex(new RegExp(`^-?(${peopleSorts.join('|')})$`))),
  /** `false` leaves the progress per course out of the response. */
  courses: z.enum(['true', 'false']),
  /** User names to look up, in any case. */
  usernames: namesSchema((name) => USERNAME_PATTERN.test(name)),
  /** User names of digits to look up, without their leading zeros. */
  numbers: namesSchema((digits) => /^\d{1,64}$/.test(digits)),
  /** E-mail addresses to look up, in any case. */
  emails: namesSchema((email) => /^[^\s\0]+@[^\s\0]+$/.test(email)),
};

/** The filter and order of a user list. */
export type PeopleQuery = Partial<z.output<z.ZodMiniObject<typeof peopleQueryShape>>>;
export type PeoplePageQuery = PeopleQuery & PageQuery;

/** Fetches one page of the users that match a query. */
export const fetchPeople = list<User, PeoplePageQuery>('/users/', userSchema);

const personWithSharesSchema = z.extend(userSchema, { courses: defaulted(z.array(courseShareSchema), []) });
/** A user with their progress per course. */
export type PersonWithShares = z.infer<typeof personWithSharesSchema>;

/** Lists users with their progress per course; without the capability `course-progress` that is empty. */
export const fetchPeopleWithShares = list<PersonWithShares, PeoplePageQuery>('/users/', personWithSharesSchema, [
  'searched-lists',
  'course-progress',
]);
