/** Finds the lesson that 続きから ("continue"), a shortcut of the installed app, opens. */
import type { QueryClient } from '@tanstack/react-query';

import { listCallStates } from '@/offline/queue/queue-counts';
import { readCalls } from '@/queries/call-reader';
import { loadQuery } from '@/queries/load-query';
import { MAX_LOOKUPS } from '@/queries/people/undeleted-calls';
import { progressQueries } from '@/queries/progress/progress';
import { apiHost } from '@/session/api-host';
import { ownerKey, type OwnerKey } from '@/session/session';
import { nextUnreadLesson } from '@/study/course-progress';
import { nextCourse } from '@/study/next-course';
import { addUnconfirmed, type OwnProgress, unconfirmedReads } from '@/study/unconfirmed';

import { courseQueries } from './courses';
import { lessonQueries } from './lessons';

/** Computes the user's own progress as home shows it. */
async function readOwnProgress(queryClient: QueryClient, userId: string, owner: OwnerKey): Promise<OwnProgress> {
  const [progress, states, entries] = await Promise.all([
    loadQuery(queryClient, progressQueries.detail(userId)),
    listCallStates(owner).catch(() => []),
    readCalls(queryClient, owner).catch(() => []),
  ]);
  const find = (lessonId: string) =>
    queryClient
      .fetchQuery({ ...lessonQueries.detail(lessonId), staleTime: Infinity, retry: false })
      .catch(() => undefined);
  const lessons = await Promise.all(unconfirmedReads(progress, states).slice(0, MAX_LOOKUPS).map(find));
  const courses = new Map(lessons.flatMap((lesson) => (lesson ? [[lesson.id, lesson.courseId] as const] : [])));
  return addUnconfirmed(progress, { states, entries }, (lessonId) => courses.get(lessonId));
}

/**
 * Finds the lesson that a user continues with; queued lesson reads count as read.
 *
 * @param readOpenable returns the lessons that can be opened now, which are preferred; undefined when all can.
 * @returns the lesson's id; undefined when everything is read.
 * @throws {NetworkError} when the outline is not on the device and the server does not respond.
 */
export async function findNextLesson(
  queryClient: QueryClient,
  userId: string,
  readOpenable: (owner: OwnerKey) => Promise<ReadonlySet<string> | undefined>,
): Promise<string | undefined> {
  const owner = ownerKey({ apiHost: apiHost(), userId });
  const [courses, progress] = await Promise.all([
    loadQuery(queryClient, courseQueries.list()),
    readOwnProgress(queryClient, userId, owner),
  ]);
  const course = nextCourse(courses, progress);
  if (!course) return undefined;
  const outline = await loadQuery(queryClient, courseQueries.detail(course.id));
  const openable = await readOpenable(owner).catch(() => undefined);
  return nextUnreadLesson(outline, progress, openable)?.id;
}
