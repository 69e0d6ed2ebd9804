/** コース管理 (course management): all courses in a table, where editors also create and reorder courses. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

import type { Course } from '@/api/courses';
import { courseQueries } from '@/queries/courses';
import { useMe } from '@/queries/me';
import { titleOf } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { lazyAsked } from '@/ui/lazy-asked';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { CourseTable } from './CourseTable';

const CourseOrder = lazyAsked(() => import('./CourseOrder').then((module) => module.CourseOrder));

function Courses({ courses }: { courses: readonly Course[] }) {
  if (courses.length > 0) return <CourseTable courses={courses} />;
  return (
    <EmptyState title="コースはまだありません">
      <Text size="sm" c="dimmed">
        「コースを追加」から始めてください。
      </Text>
    </EmptyState>
  );
}

export function CourseManager() {
  const { data: courses } = useSuspenseQuery(courseQueries.list());
  const { role } = useMe();
  const [isOrdering, setOrdering] = useState(false);
  return (
    <Stack gap="md" data-passing={isOrdering || undefined}>
      <PageTitle
        actions={
          <Group gap="xs">
            <Button variant="default" aria-pressed={isOrdering} onClick={() => setOrdering(!isOrdering)}>
              {isOrdering ? '並べ替えを終える' : '並べ替え'}
            </Button>
            <LinkButton to="/courses/new">コースを追加</LinkButton>
          </Group>
        }
      >
        {titleOf('/_app/courses/', role)}
      </PageTitle>
      {isOrdering ? (
        <Suspense fallback={<ScreenSkeleton />}>
          <CourseOrder courses={courses} onMissing={() => setOrdering(false)} />
        </Suspense>
      ) : (
        <Courses courses={courses} />
      )}
    </Stack>
  );
}
