/** Chapters as the page remembers them. */
import { queryOptions } from '@tanstack/react-query';

import { fetchChapter } from '@/api/chapters';
import { fetchSection } from '@/api/sections';

export const chapterQueries = {
  /** Where a chapter is: its section, and the course that belongs to. */
  place: (chapterId: string) =>
    queryOptions({
      queryKey: ['chapters', chapterId, 'place'],
      queryFn: async ({ signal }) => {
        const { sectionId } = await fetchChapter(chapterId, signal);
        const { courseId } = await fetchSection(sectionId, signal);
        return { chapterId, sectionId, courseId };
      },
    }),
};
