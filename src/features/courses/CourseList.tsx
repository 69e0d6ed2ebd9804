/** The course list of learners: cards, filtered by text and by progress. Editing roles see `CourseManager` instead. */
import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';

import type { Course } from '@/api/courses';
import type { ProgressDetail } from '@/api/progress';
import { createTextFilter } from '@/lib/search-text';
import { courseQueries } from '@/queries/courses';
import { useMe } from '@/queries/me';
import { useOwnProgress } from '@/queries/progress';
import { titleOf } from '@/session/screens';
import { isCompleted } from '@/study/completed';
import { courseProgressOf, courseStudyOf, isBegun } from '@/study/next-course';
import { EmptyState } from '@/ui/EmptyState';
import { IconSearch } from '@/ui/icons';
import { PageTitle } from '@/ui/PageTitle';

import { CourseCard } from './CourseCard';

import classes from './CourseList.module.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

type StudyState = 'all' | 'started' | 'new' | 'done';

const stateLabels = [
  { value: 'all', label: 'すべて' },
  { value: 'started', label: '学習中' },
  { value: 'new', label: '未学習' },
  { value: 'done', label: '修了' },
] satisfies { value: StudyState; label: string }[];

function studyStateOf(course: Course, progress: ProgressDetail): StudyState {
  if (isCompleted(courseStudyOf(progress, course))) return 'done';
  const own = courseProgressOf(progress, course.id);
  return own && isBegun(own) ? 'started' : 'new';
}

export function CourseList() {
  const { data: courses } = useSuspenseQuery(courseQueries.list());
  const title = titleOf('/_app/courses/', useMe().role);
  const progress = useOwnProgress();
  const [query, setQuery] = useState('');
  const [state, setState] = useState<StudyState>('all');
  const matchesQuery = createTextFilter(useDeferredValue(query));
  const isNarrowed = query !== '' || state !== 'all';

  const shown = courses
    .filter((course) => matchesQuery(`${course.title} ${course.description ?? ''}`))
    .filter((course) => state === 'all' || studyStateOf(course, progress) === state);

  return (
    <Stack gap="md">
      <PageTitle>{title}</PageTitle>
      <div className={classes.filters} role="search" data-passing={isNarrowed || undefined}>
        <TextInput
          type="search"
          aria-label="コースをさがす"
          placeholder="コースをさがす"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          className={classes.search}
        />
        <SegmentedControl
          size="md"
          classNames={{ label: classes.state }}
          aria-label="受講状況"
          data={stateLabels}
          value={state}
          onChange={(value) => setState(value)}
        />
      </div>
      <p className={classes.count} role="status">
        {shown.length}件のコース
      </p>
      {shown.length === 0 && (
        <EmptyState title={courses.length === 0 ? 'コースはまだありません' : '条件に合うコースはありません'}>
          {courses.length === 0
            ? '公開されると、ここに並びます。'
            : '言葉や受講状況を変えて、もう一度さがしてください。'}
        </EmptyState>
      )}
      <ul className={classes.cards}>
        {shown.map((course) => (
          <li key={course.id}>
            <CourseCard course={course} study={courseStudyOf(progress, course)} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
