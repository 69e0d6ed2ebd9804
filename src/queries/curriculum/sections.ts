/** Cached sections. */
import { queryOptions } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import { fetchSection, type SectionDetail } from '@/api/sections';

import { findCourseId } from './courses';

/** A section whose course is known, from the section itself or from the outlines of the courses. */
export type PlacedSection = SectionDetail & { courseId: string };

export const sectionQueries = {
  detail: (sectionId: string) =>
    queryOptions({
      queryKey: ['sections', sectionId],
      queryFn: async ({ client, signal }): Promise<PlacedSection> => {
        const section = await fetchSection(sectionId, signal);
        const hasSection = ({ sections = [] }: CourseDetail) => sections.some(({ id }) => id === section.id);
        const name = `sections/${sectionId}`;
        return { ...section, courseId: section.courseId ?? (await findCourseId(client, hasSection, name)) };
      },
    }),
};
