/** The screen that creates a section in a course. */
import { Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';

import { courseQueries } from '@/queries/curriculum/courses';
import { screens } from '@/session/screens';
import { PageTitle } from '@/ui/PageTitle';

import { SectionForm, type SectionFormProps } from './SectionForm';

type NewSectionScreenProps = Pick<SectionFormProps, 'courseId' | 'onSaved' | 'onCancel'>;

export function NewSectionScreen({ courseId, ...ways }: NewSectionScreenProps) {
  const { data: courses } = useSuspenseQuery(courseQueries.list());
  // The cached list may be too old to contain this course, so use the course that the route has loaded.
  const { data: course } = useQuery({ ...courseQueries.detail(courseId), enabled: courseId !== '' });
  const isListed = courses.some(({ id }) => id === courseId);
  const offered = course && !isListed ? [...courses, course] : courses;
  return (
    <Stack gap="md">
      <PageTitle>{screens['/_app/sections/new'].title}</PageTitle>
      <SectionForm courses={offered} courseId={courseId} {...ways} />
    </Stack>
  );
}
