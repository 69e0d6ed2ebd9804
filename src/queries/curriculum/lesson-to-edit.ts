/**
 * Reads a lesson with its text for editing; kept apart from lesson-writes.ts, because route loaders are in the app's
 * first load.
 */
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

import { NetworkError } from '@/api/network/errors';
import { contentQueries } from '@/queries/files/contents';
import { againIfCancelled } from '@/queries/load-query';

import { lessonQueries, type PlacedLesson } from './lessons';

/**
 * Fetches from the server; without a network, returns cached data.
 *
 * @throws {ApiError}, {NetworkError} without cached data.
 */
async function readFresh<T, K extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<T, Error, T, K>,
): Promise<T> {
  try {
    return await againIfCancelled(() => queryClient.fetchQuery({ ...options, staleTime: 0, retry: false }));
  } catch (error) {
    const cached = queryClient.getQueryData<T>(options.queryKey);
    if (error instanceof NetworkError && cached !== undefined) return cached;
    throw error;
  }
}

/** Reads the newest available version of a lesson and its text. @throws {ApiError}, {NetworkError}. */
export async function readLessonToEdit(
  queryClient: QueryClient,
  lessonId: string,
): Promise<{ lesson: PlacedLesson; text: string }> {
  const lesson = await readFresh(queryClient, lessonQueries.detail(lessonId));
  if (!lesson.contentId) return { lesson, text: '' };
  return { lesson, text: await readFresh(queryClient, contentQueries.markdown(lesson.contentId)) };
}
