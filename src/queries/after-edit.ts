/** Invalidates cached queries after an edit. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

import { courseQueries } from './curriculum/courses';

/** The first part of a query key: a resource of the server, or data on the device (from `copies` on). */
export type QueriedResource =
  | 'assignments'
  | 'audit'
  | 'chapters'
  | 'companies'
  | 'contents'
  | 'courses'
  | 'file-sizes'
  | 'info'
  | 'lessons'
  | 'me'
  | 'progress'
  | 'question-set-edits'
  | 'question-stats'
  | 'question-sets'
  | 'rescore'
  | 'sections'
  | 'trash'
  | 'users'
  | 'copies'
  | 'drafts'
  | 'noted-completions'
  | 'packs'
  | 'questions-seen'
  | 'queue'
  | 'rescores'
  | 'reviews';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [QueriedResource, ...unknown[]];
  }
}

interface Keyed {
  queryKey: QueryKey;
}

const curriculum = new Set<QueriedResource>(['courses', 'sections', 'lessons', 'question-sets']);
// Refresh users and companies: companies carry counts of their users, and an edited user may be the current one.
const people = ['users', 'companies', 'me'] satisfies QueriedResource[];

const isCurriculum = ({ queryKey }: Keyed) => curriculum.has(queryKey[0]);
const isSame = ({ queryKey }: Keyed, other: Keyed) => queryKey.join('/') === other.queryKey.join('/');
const isCourseList = (query: Keyed) => isSame(query, courseQueries.list());

/**
 * Refreshes everything that an edit of courses, sections, chapters, lessons or question sets may have changed: queries
 * on the screen and the course list now, the rest when they are opened. Resolves when the screen is up to date; never
 * rejects, because the edit itself has succeeded.
 *
 * @param gone the query of a deleted thing, which is not fetched again.
 */
export async function refreshCurriculum(queryClient: QueryClient, gone?: Keyed): Promise<void> {
  const isOther = (query: Keyed) => isCurriculum(query) && !isCourseList(query);
  // Remove these queries before any `await`: queries that the next screen begins to fetch must not be removed.
  queryClient.removeQueries({ type: 'inactive', predicate: isOther });
  // Fetch a course list that is not in memory: otherwise it would later be restored from the device's copy, which is
  // older than the edit. Fetch it before the screen's queries, so that everything has arrived when the change is
  // visible.
  await queryClient.ensureQueryData(courseQueries.list()).catch(() => undefined);
  await Promise.all([
    queryClient.invalidateQueries({ predicate: (query) => isOther(query) && !(gone && isSame(query, gone)) }),
    queryClient.invalidateQueries({ predicate: isCourseList, refetchType: 'all' }),
    queryClient.invalidateQueries({ queryKey: ['progress'] }),
    queryClient.invalidateQueries({ queryKey: ['contents'], exact: true }),
  ]);
}

/**
 * Invalidates the queries that an edit of users or companies may have changed, without waiting until they are fetched
 * again.
 */
export function refreshPeople(queryClient: QueryClient, gone?: Keyed): void {
  const predicate = (query: Keyed) => !(gone && isSame(query, gone));
  for (const resource of people) void queryClient.invalidateQueries({ queryKey: [resource], predicate });
}
