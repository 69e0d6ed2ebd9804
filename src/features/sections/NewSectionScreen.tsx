/** The screen that creates a section in a course. */
import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { courseQueries } from '@/queries/courses';
import { PageTitle } from '@/ui/PageTitle';

import { SectionForm, type SectionFormProps } from './SectionForm';

type NewSectionScreenProps = Pick<SectionFormProps, 'courseId' | 'onSaved' | 'onCancel'>;

export function NewSectionScreen({ courseId, ...ways }: NewSectionScreenProps) {
  const { data: courses } = useSuspenseQuery(courseQueries.list());
  // A course that is none of the list cannot be chosen.
  const known = courses.some(({ id }) => id === courseId) ? courseId : '';
  return (
    <Stack gap="md">
      <PageTitle>セクションを作成</PageTitle>
      <SectionForm courses={courses} courseId={known} {...ways} />
    </Stack>
  );
}
