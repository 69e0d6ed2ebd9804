/** The screen with the course form, for a new or an existing course. */
import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { useFormStart } from '@/device/drafts/edit-drafts';
import { courseQueries } from '@/queries/courses';
import { screens } from '@/session/screens';
import { PageTitle } from '@/ui/PageTitle';

import { CourseForm, type CourseFormProps } from './CourseForm';

type Ways = Pick<CourseFormProps, 'onSaved' | 'onCancel'>;

export function NewCourseScreen(ways: Ways) {
  return (
    <Stack gap="md">
      <PageTitle>{screens['/_app/courses/new'].title}</PageTitle>
      <CourseForm {...ways} />
    </Stack>
  );
}

export function EditCourseScreen({ courseId, ...ways }: Ways & { courseId: string }) {
  const options = courseQueries.detail(courseId);
  const { data } = useSuspenseQuery(options);
  const { start, count, loadNewer } = useFormStart(data, options);
  return (
    <Stack gap="md">
      <PageTitle>{screens['/_app/courses/edit/$courseId'].title}</PageTitle>
      <CourseForm key={count} {...ways} course={start} onLoadNewer={loadNewer} />
    </Stack>
  );
}
