/** A lesson with its text, read for editing; apart from its writing, because route loaders are in the first load. */
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

import { NetworkError } from '@/api/errors';
import type { Lesson } from '@/api/lessons';

import { contentQueries } from './contents';
import { lessonQueries } from './lessons';

/** Asks the server; without a network, what is at hand. @throws {ApiError}, {NetworkError} when nothing is. */
async function readFresh<T, K extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<T, Error, T, K>,
): Promise<T> {
  try {
    return await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
  } catch (error) {
    const atHand = queryClient.getQueryData<T>(options.queryKey);
    if (error instanceof NetworkError && atHand !== undefined) return atHand;
    throw error;
  }
}

/** Reads a lesson and its text for editing, as new as they can be had. @throws {ApiError}, {NetworkError}. */
export async function readLessonToEdit(
  queryClient: QueryClient,
  lessonId: string,
): Promise<{ lesson: Lesson; text: string }> {
  const lesson = await readFresh(queryClient, lessonQueries.detail(lessonId));
  if (!lesson.contentId) return { lesson, text: '' };
  return { lesson, text: await readFresh(queryClient, contentQueries.markdown(lesson.contentId)) };
}
