/** The screen of the course form: a new course, or one that is there. */
import { Stack } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { courseQueries } from '@/queries/courses';
import { PageTitle } from '@/ui/PageTitle';

import { CourseForm, type CourseFormProps } from './CourseForm';

type Ways = Pick<CourseFormProps, 'onSaved' | 'onCancel'>;

export function NewCourseScreen(ways: Ways) {
  return (
    <Stack gap="md">
      <PageTitle>コースを作成</PageTitle>
      <CourseForm {...ways} onLoadNewer={ways.onCancel} />
    </Stack>
  );
}

export function EditCourseScreen({ courseId, ...ways }: Ways & { courseId: string }) {
  const queryClient = useQueryClient();
  const options = courseQueries.detail(courseId);
  const { data } = useSuspenseQuery(options);
  // A refresh behind the screen must not change what the form started from.
  const [started, setStarted] = useState({ course: data, count: 0 });
  async function loadNewer() {
    const course = await queryClient.fetchQuery({ ...options, staleTime: 0 });
    setStarted(({ count }) => ({ course, count: count + 1 }));
  }
  return (
    <Stack gap="md">
      <PageTitle>コースを編集</PageTitle>
      <CourseForm key={started.count} {...ways} course={started.course} onLoadNewer={() => void loadNewer()} />
    </Stack>
  );
}
