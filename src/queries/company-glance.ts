/** How the learners of the own company are doing, in a few numbers. */
import { queryOptions, skipToken } from '@tanstack/react-query';

import { fetchUsers, type User } from '@/api/users';
import { DAY_MS } from '@/constants';
import { percentOf } from '@/percent';

import { fetchAllPages } from './all-pages';

const BEHIND_MS = 14 * DAY_MS;

/** How many of how many people have come, while they come. */
export interface ArrivalCount {
  count: number;
  total: number;
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
};

/** Behind (遅れ): unread lessons, and no study for 14 days; who never studied counts from the registration. */
export function isBehind({ progress, lastStudiedAt, createdAt }: User, nowMs: number): boolean {
  if (!progress || progress.readLessonCount >= progress.lessonCount) return false;
  const last = Date.parse(progress.lastStudiedAt ?? lastStudiedAt ?? createdAt ?? '');
  return Number.isNaN(last) || nowMs - last >= BEHIND_MS;
}

/** How a learner stands: 修了, 遅れ, 未開始, 順調. */
export type Standing = 'finished' | 'behind' | 'unstarted' | 'steady';

/** How a learner stands; undefined for other roles, whose reading nobody waits for. */
export function standingOf(user: User, nowMs: number): Standing | undefined {
  const { role, progress } = user;
  if (role !== 'STUDENT') return undefined;
  if (progress && progress.lessonCount > 0 && progress.readLessonCount >= progress.lessonCount) return 'finished';
  if (isBehind(user, nowMs)) return 'behind';
  const hasStudied = progress?.readLessonCount || progress?.lastStudiedAt || user.lastStudiedAt;
  return hasStudied ? 'steady' : 'unstarted';
}

export interface CompanyGlance {
  learnerCount: number;
  /** The mean share of lessons read, whole percent. */
  meanPercent: number;
  /** Who is behind; those who studied longest ago first. */
  behind: User[];
}

/** Sums up the active learners of a company. */
export function glanceAt(people: readonly User[], companyId: string, nowMs: number): CompanyGlance {
  const learners = people.filter((user) => user.role === 'STUDENT' && user.active && user.companyId === companyId);
  const shares = learners.map(({ progress }) =>
    progress && progress.lessonCount > 0 ? progress.readLessonCount / progress.lessonCount : 0,
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  return {
    learnerCount: learners.length,
    meanPercent: percentOf(sum, learners.length),
    behind: learners
      .filter((user) => isBehind(user, nowMs))
      .toSorted((a, b) => ((a.lastStudiedAt ?? '') < (b.lastStudiedAt ?? '') ? -1 : 1)),
  };
}
