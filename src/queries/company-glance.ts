/** How the learners of the own company are doing, in a few numbers. */
import { queryOptions, skipToken } from '@tanstack/react-query';

import { type Company, fetchCompany } from '@/api/companies';
import { fetchPeople } from '@/api/people-lists';
import { isAsAsked } from '@/api/shapes';
import { fetchUsers, type User } from '@/api/users';
import { percentOf } from '@/lib/percent';
import { capabilitiesOf } from '@/session/capabilities';
import { now } from '@/storage/now';
import { isBehind } from '@/study/learner-status';

import { fetchAllPages } from './all-pages';
import { infoQueries } from './info';

/** How many of how many people have come, while they come. */
export interface ArrivalCount {
  count: number;
  total: number;
}

/** So many who are behind are asked for. */
const MOST_BEHIND = 3;

/** As the server tells it; undefined where it does not. */
async function readGlance(companyId: string, signal: AbortSignal) {
  const query = { companyId, state: 'behind', sort: 'last', courses: 'false', page: 1, size: MOST_BEHIND } as const;
  const [{ figures }, late] = await Promise.all([fetchCompany(companyId, signal), fetchPeople(query, signal)]);
  return figures && isAsAsked(late, query) ? { ...toGlance(figures), behind: late.items } : undefined;
}

const countKey = ['users', 'all', 'count'] as const;

export const companyGlanceQueries = {
  /** Everybody whom the current user may see, page after page; STAFF see their own company (docs/wire.md, "Rights"). */
  people: () =>
    queryOptions({
      queryKey: ['users', 'all'],
      queryFn: ({ signal, client }) =>
        fetchAllPages(
          (query) => fetchUsers(query, signal),
          (count, total) => client.setQueryData<ArrivalCount>(countKey, { count, total }),
        ),
    }),
  /** Of how many people the list has come so far; never asked for by itself. */
  arrivals: () => queryOptions<ArrivalCount>({ queryKey: countKey, queryFn: skipToken }),
  /** How a company's learners are doing, and a few of those who are behind. */
  glance: (companyId: string) =>
    queryOptions({
      queryKey: ['companies', companyId, 'glance'],
      queryFn: async ({ signal, client }) => {
        const info = await client.ensureQueryData(infoQueries.general());
        const told = capabilitiesOf(info).searchesLists && (await readGlance(companyId, signal));
        return told || glanceAt(await client.fetchQuery(companyGlanceQueries.people()), companyId, now());
      },
    }),
};

export interface CompanyGlance {
  learnerCount: number;
  /** The mean share of lessons read, whole percent. */
  meanPercent: number;
  behindCount: number;
}

/** The figures of a company as its server tells them. */
export function toGlance({ learnerCount, meanShare, behindCount }: NonNullable<Company['figures']>): CompanyGlance {
  return { learnerCount, meanPercent: percentOf(meanShare, 1), behindCount };
}

/** Sums up the active learners of a company, with those who are behind; who studied longest ago comes first. */
export function glanceAt(
  people: readonly User[],
  companyId: string,
  nowMs: number,
): CompanyGlance & { behind: User[] } {
  const learners = people.filter((user) => user.role === 'STUDENT' && user.active && user.companyId === companyId);
  const shares = learners.map(({ progress }) =>
    progress && progress.lessonCount > 0 ? progress.readLessonCount / progress.lessonCount : 0,
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  const behind = learners
    .filter((user) => isBehind(user, nowMs))
    .toSorted((a, b) => ((a.lastStudiedAt ?? '') < (b.lastStudiedAt ?? '') ? -1 : 1));
  return {
    learnerCount: learners.length,
    meanPercent: percentOf(sum, learners.length),
    behindCount: behind.length,
    behind,
  };
}
