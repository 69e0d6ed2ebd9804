/** Cached chapters. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { fetchChapter } from '@/api/chapters';
import type { CourseDetail } from '@/api/courses';
import { isMissing } from '@/api/network/errors';
import { chaptersOf } from '@/api/outline';
import { fetchSection } from '@/api/sections';
import { loadQuery } from '@/queries/load-query';

import { courseQueries, findCourseId } from './courses';

const chapterQueries = {
  /** A chapter with the id of its course. */
  place: (chapterId: string) =>
    queryOptions({
      queryKey: ['chapters', chapterId, 'place'],
      queryFn: async ({ client, signal }) => {
        const { sectionId } = await fetchChapter(chapterId, signal);
        const { courseId } = sectionId === undefined ? {} : await fetchSection(sectionId, signal);
        if (courseId !== undefined) return { chapterId, courseId };
        const hasChapter = ({ sections }: CourseDetail) => chaptersOf(sections).some(({ id }) => id === chapterId);
        return { chapterId, courseId: await findCourseId(client, hasChapter, `chapters/${chapterId}`) };
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
    if (isMissing(error)) return {};
    throw error;
  }
}
