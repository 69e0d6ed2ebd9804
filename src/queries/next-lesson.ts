/** Where 続きから leads, for those who come from outside: a shortcut of the installed app. */
import type { QueryClient } from '@tanstack/react-query';

import { listCallStates } from '@/offline/queue/queue-counts';
import { apiHost } from '@/session/api-host';
import { ownerKey, type OwnerKey } from '@/session/session';
import { nextUnreadLesson } from '@/study/course-progress';
import { nextCourse } from '@/study/next-course';
import { unconfirmedReads } from '@/study/unconfirmed';

import { courseQueries } from './courses';
import { loadQuery } from './load-query';
import { progressQueries } from './progress';

/**
 * The id of the lesson that a user goes on with, what waits on the device counted as read; undefined when all is read.
 *
 * @param readOpenable the lessons that can be opened now, which come first; undefined where all can.
 * @throws {NetworkError} when the device does not hold the outline and no answer comes.
 */
export async function findNextLesson(
  queryClient: QueryClient,
  userId: string,
  readOpenable: (owner: OwnerKey) => Promise<ReadonlySet<string> | undefined>,
): Promise<string | undefined> {
  const owner = ownerKey({ apiHost: apiHost(), userId });
  const [courses, progress, states] = await Promise.all([
    loadQuery(queryClient, courseQueries.list()),
    loadQuery(queryClient, progressQueries.detail(userId)),
    listCallStates(owner).catch(() => []),
  ]);
  const course = nextCourse(courses, progress);
  if (!course) return undefined;
  const outline = await loadQuery(queryClient, courseQueries.detail(course.id));
  const own = { ...progress, unplacedReads: unconfirmedReads(progress, states), unplacedQuestionSets: [] };
  const openable = await readOpenable(owner).catch(() => undefined);
  return nextUnreadLesson(outline, own, openable)?.id;
}
