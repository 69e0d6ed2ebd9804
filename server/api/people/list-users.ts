/** Lists users: visible ones, searched, filtered, sorted, one page. */
import { type Actor, visiblePeople } from '@server/api/access/permissions';
import type { Database, Slice } from '@server/db/database';
import { users } from '@server/db/schema';
import { containsWords } from '@server/db/search-columns';
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';

import { readNames } from '@/api/named';
import type { PeopleQuery, PeopleSort } from '@/api/people-lists';

import { withProgress } from './course-shares';
import { joinStatus, learnerStatus, readShare, statusTables } from './learner-status';
import { type UserAnswer, userFields } from './users';

/** Returns the SQL condition on `users` that the actor may list them; undefined if all. */
function isListedFor(actor: Actor): SQL | undefined {
  const visible = visiblePeople(actor);
  if (visible === 'all') return undefined;
  return visible === 'none' ? eq(users.id, actor.id) : eq(users.companyId, visible.companyId);
}

function isAskedFor({ companyId, q, role, usernames, numbers, emails }: PeopleQuery): SQL | undefined {
  const names = readNames(usernames?.toLowerCase());
  const digits = readNames(numbers)?.map((number) => number.replace(/^0+(?=.)/, ''));
  const addresses = readNames(emails?.toLowerCase());
  return and(
    companyId === undefined ? undefined : eq(users.companyId, companyId),
    role === undefined ? undefined : eq(users.role, role),
    q === undefined ? undefined : containsWords(users.searchText, q),
    names && inArray(sql`lower(${users.username})`, names),
    // Compare without leading zeros only if the searched word consists of digits; other words would match nothing.
    digits && inArray(sql`coalesce(nullif(ltrim(${users.username}, '0'), ''), '0')`, digits),
    addresses && inArray(sql`lower(${users.email})`, addresses),
  );
}

/**
 * The SQL value by which each column of the user list is sorted: roles and statuses by importance; users who never
 * studied come first.
 */
const sortValues: Record<PeopleSort, SQL> = {
  name: sql`${users.sortName} collate "C"`,
  role: sql`array_position(array['ADMIN', 'TEACHER', 'STUDENT', 'STAFF'], ${users.role})`,
  company: sql`(select companies.name collate "C" from companies where companies.id = ${users.companyId})`,
  progress: sql`case when ${users.role} = 'STUDENT' then ${readShare} else -1 end`,
  last: sql`${users.lastStudiedAt}`,
  state: sql`array_position(array['behind', 'unstarted', 'steady', 'finished', null, 'suspended'], ${learnerStatus})`,
};

function orderOf(sort: string | undefined): SQL[] {
  const byName = asc(sql`lower(${users.username})`);
  if (sort === undefined) return [byName];
  const isDown = sort.startsWith('-');
  const value = sortValues[sort.replace('-', '') as PeopleSort];
  return [isDown ? sql`${desc(value)} nulls last` : sql`${asc(value)} nulls first`, sortValues.name, byName];
}

/** Returns true if the statuses of all users must be computed, not only those of the page. */
const needsLearnerStatus = ({ state, sort }: PeopleQuery) => state !== undefined || /progress|state/.test(sort ?? '');

/** Returns the ids of a page, and the total of matching users. */
async function pickPage(database: Database, actor: Actor, query: PeopleQuery, { limit, offset }: Slice) {
  const isWanted = and(isListedFor(actor), isAskedFor(query));
  const people = database
    .with(...statusTables(database, isWanted))
    .select({ id: users.id, total: sql<number>`count(*) over ()::int` })
    .from(users)
    .$dynamic();
  if (needsLearnerStatus(query)) joinStatus(people, isWanted);
  const found = people
    .where(and(isWanted, query.state === undefined ? undefined : sql`${learnerStatus} = ${query.state}`))
    .orderBy(...orderOf(query.sort))
    .limit(limit);
  const page = await found.offset(offset);
  // A page after the last one has no rows, and so no row with the total. Read the total from the first row of the list.
  const [first] = page.length > 0 || offset === 0 ? page : await found.offset(0).limit(1);
  return { ids: page.map(({ id }) => id), total: first?.total ?? 0 };
}

/** Returns one page of the users whom the actor may see, with their progress; sorted by user name by default. */
export async function listUsers(database: Database, actor: Actor, query: PeopleQuery, slice: Slice) {
  const { ids, total } = await pickPage(database, actor, query, slice);
  const rows = await database.select(userFields).from(users).where(inArray(users.id, ids));
  const positionOf = new Map(ids.map((id, position) => [id, position]));
  const people = rows.toSorted((a, b) => (positionOf.get(a.id) ?? 0) - (positionOf.get(b.id) ?? 0));
  const items: UserAnswer[] = await withProgress(database, people);
  if (query.courses !== 'false') return { items, total };
  return { items: items.map((person) => ({ ...person, courses: undefined })), total };
}
