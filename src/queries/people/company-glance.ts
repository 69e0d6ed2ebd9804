/** Figures of a company's learners: how many there are, their mean progress, who is behind. */
import { queryOptions, skipToken } from '@tanstack/react-query';

import { type Company, fetchCompany } from '@/api/companies';
import { fetchPeople, fetchPeopleWithShares } from '@/api/people-lists';
import { isAsAsked } from '@/api/shapes';
import type { User } from '@/api/users';
import { percentOf } from '@/lib/percent';
import { fetchAllPages } from '@/queries/all-pages';
import { now } from '@/storage/now';
import { learnerStatusOf } from '@/study/people/learner-status';

/** Progress of loading a list of users. */
export interface ArrivalCount {
  count: number;
  total: number;
}

/** Maximum number of learners behind schedule who are shown by name. */
const MAX_BEHIND = 3;

/** Reads a company's figures from the server; undefined from a server that does not send them. */
async function readGlance(companyId: string, signal: AbortSignal) {
  if (!(await fetchPeople.canSearch())) return undefined;
  const query = { companyId, state: 'behind', sort: 'last', page: 1, size: MAX_BEHIND } as const;
  const [{ figures }, late] = await Promise.all([
    fetchCompany(companyId, signal),
    // Not `search`, which needs progress per course: a server without it answers with an empty one.
    fetchPeopleWithShares(query, signal),
  ]);
  return figures && isAsAsked(late, query) ? { ...toGlance(figures), behind: late.items } : undefined;
}

const countKey = ['users', 'all', 'count'] as const;

export const companyGlanceQueries = {
  /** The query of all users that the current user may see; STAFF see their own company (docs/wire.md, "Rights"). */
  people: () =>
    queryOptions({
      queryKey: ['users', 'all'],
      queryFn: ({ signal, client }) =>
        fetchAllPages(
          (query) => fetchPeopleWithShares(query, signal),
          (count, total) => client.setQueryData<ArrivalCount>(countKey, { count, total }),
        ),
    }),
  /** The number of users of the list that have arrived; only set while the list loads, never fetched. */
  arrivals: () => queryOptions<ArrivalCount>({ queryKey: countKey, queryFn: skipToken }),
  /** The figures of a company, and some of its learners who are behind. */
  glance: (companyId: string) =>
    queryOptions({
      queryKey: ['companies', companyId, 'glance'],
      queryFn: async ({ signal, client }) => {
        const fromServer = await readGlance(companyId, signal);
        return fromServer ?? glanceAt(await client.fetchQuery(companyGlanceQueries.people()), companyId, now());
      },
    }),
};

export interface CompanyGlance {
  learnerCount: number;
  /**
   * Mean share of lessons read, in whole percent, of the learners whose progress is known; undefined if it is known of
   * none.
   */
  meanPercent: number | undefined;
  /** The number of learners who are behind; undefined if the status of no learner is known. */
  behindCount: number | undefined;
}

/** Converts the server's figures of a company. */
export function toGlance({ learnerCount, meanShare, behindCount }: NonNullable<Company['figures']>): CompanyGlance {
  return { learnerCount, meanPercent: percentOf(meanShare, 1), behindCount };
}

/** Computes the figures from a list of users; learners who are behind are sorted by their last study, oldest first. */
export function glanceAt<Person extends User>(
  people: readonly Person[],
  companyId: string,
  nowMs: number,
): CompanyGlance & { behind: Person[] } {
  const learners = people.filter(
    (user) => user.role === 'STUDENT' && user.active !== false && user.companyId === companyId,
  );
  const shares = learners.flatMap(({ progress: { lessonCount, readLessonCount } = {} }) => {
    if (lessonCount === undefined || readLessonCount === undefined) return [];
    return [lessonCount > 0 ? readLessonCount / lessonCount : 0];
  });
  const sum = shares.reduce((total, share) => total + share, 0);
  const states = learners.map((user) => user.state ?? learnerStatusOf(user, nowMs));
  const hasStates = states.some((state) => state !== undefined);
  const behind = learners
    .filter((_, index) => states[index] === 'behind')
    .sort((a, b) => ((a.lastStudiedAt ?? '') < (b.lastStudiedAt ?? '') ? -1 : 1));
  return {
    learnerCount: learners.length,
    meanPercent: learners.length > 0 && shares.length === 0 ? undefined : percentOf(sum, shares.length),
    behindCount: learners.length > 0 && !hasStates ? undefined : behind.length,
    behind,
  };
}
