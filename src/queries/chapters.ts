/** Cached chapters. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { fetchChapter } from '@/api/chapters';
import { ApiError } from '@/api/errors';
import { fetchSection } from '@/api/sections';

import { courseQueries } from './courses';
import { loadQuery } from './load-query';

const chapterQueries = {
  /** A chapter with the id of its course. */
  place: (chapterId: string) =>
    queryOptions({
      queryKey: ['chapters', chapterId, 'place'],
      queryFn: async ({ signal }) => {
        const { sectionId } = await fetchChapter(chapterId, signal);
        const { courseId } = await fetchSection(sectionId, signal);
        return { chapterId, courseId };
      },
    }),
};

/**
 * Loads a chapter's course with its outline.
 *
 * @returns an empty object for a deleted chapter, and without `chapterId`.
 *
 * @throws {ApiError} for any other refusal, {NetworkError}.
 */
export async function loadChapterPlace(
  queryClient: QueryClient,
  chapterId: string | undefined,
): Promise<{ chapterId?: string; courseId?: string }> {
  if (!chapterId) return {};
  try {
    const place = await loadQuery(queryClient, chapterQueries.place(chapterId));
    await loadQuery(queryClient, courseQueries.detail(place.courseId));
    return place;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return {};
    throw error;
  }
}
