/** The one refresh after an edit: what may show the change is asked for again. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

import { courseQueries } from './courses';
import type { QueriedResource } from './query-keys';

interface Keyed {
  queryKey: QueryKey;
}

const curriculum = new Set<QueriedResource>(['courses', 'sections', 'lessons', 'question-sets']);
// The counts of companies follow their users, and somebody may have changed themself.
const people = ['users', 'companies', 'me'] satisfies QueriedResource[];

const isCurriculum = ({ queryKey }: Keyed) => curriculum.has(queryKey[0]);
const isSame = ({ queryKey }: Keyed, other: Keyed) => queryKey.join('/') === other.queryKey.join('/');
const isCourseList = (query: Keyed) => isSame(query, courseQueries.list());

/**
 * Reads again what an edit of courses, sections, chapters, lessons or question sets may have changed: what is on the
 * screen and the course list now, the rest when it is opened. Resolves when the screen shows it, and never rejects: the
 * edit itself has succeeded.
 *
 * @param gone what was deleted; it is not asked for any more.
 */
export async function refreshCurriculum(queryClient: QueryClient, gone?: Keyed): Promise<void> {
  const isOther = (query: Keyed) => isCurriculum(query) && !isCourseList(query);
  // At once: what the next screen begins to ask for must stay.
  queryClient.removeQueries({ type: 'inactive', predicate: isOther });
  // A list that is not in memory would come from the device's copy, which does not know of the edit. It comes before what is
  // on the screen, so that nothing is waited for any more when the change is seen.
  await queryClient.ensureQueryData(courseQueries.list()).catch(() => undefined);
  await Promise.all([
    queryClient.invalidateQueries({ predicate: (query) => isOther(query) && !(gone && isSame(query, gone)) }),
    queryClient.invalidateQueries({ predicate: isCourseList, refetchType: 'all' }),
    queryClient.invalidateQueries({ queryKey: ['progress'] }),
    queryClient.invalidateQueries({ queryKey: ['contents'], exact: true }),
  ]);
}

/** The same for users and companies; nothing waits for it. */
export function refreshPeople(queryClient: QueryClient, gone?: Keyed): void {
  const predicate = (query: Keyed) => !(gone && isSame(query, gone));
  for (const resource of people) void queryClient.invalidateQueries({ queryKey: [resource], predicate });
}
