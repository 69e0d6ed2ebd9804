/** The course list of learners: cards, filtered by text and by progress. Editing roles see `CourseManager` instead. */
import { Card, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import IconSearch from '~icons/search';

import type { Course } from '@/api/courses';
import type { ProgressDetail } from '@/api/progress';
import { usePackMark } from '@/device/packs/packs';
import { createTextFilter } from '@/lib/search-text';
import { courseQueries } from '@/queries/curriculum/courses';
import { useImageUrl } from '@/queries/files/contents';
import { useMe } from '@/queries/me';
import { useOwnProgress } from '@/queries/progress/progress';
import { titleOf } from '@/session/screens';
import { type CourseStudy, isCompleted } from '@/study/completed';
import { courseStudyWords } from '@/study/course-study-words';

import '@mantine/core/styles/SegmentedControl.layer.css';
import { courseProgressOf, courseStudyOf, isBegun } from '@/study/next-course';
import { Meter } from '@/ui/charts/Meter';
import { DeviceMark } from '@/ui/DeviceMark';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';

import classes from './CourseList.module.css';

interface CourseCardProps {
  course: Course;
  study: CourseStudy;
}

/** A course's card in the course list: picture, title, progress. */
function CourseCard({ course, study }: CourseCardProps) {
  const { title, description, thumbnailContentId } = course;
  const { url, onMissing } = useImageUrl(thumbnailContentId && `content:${thumbnailContentId}`);
  return (
    <Card className={`${classes.card} hover-edge relative`} padding={0} component="article">
      <div className={`${classes.picture} cover`}>
        {url && <img src={url} alt="" loading="lazy" crossOrigin="anonymous" onError={onMissing} />}
      </div>
      <div className={`${classes.body} flex flex-1 flex-column gap-8`}>
        <h2 className="m-0 text-xl leading-150" data-lasting>
          <Link
            to="/courses/$courseId"
            params={{ courseId: course.id }}
            className={`${classes.link} c-inherit undecorated`}
          >
            {title}
          </Link>
        </h2>
        <Text size="sm" c="dimmed" lineClamp={2} data-lasting>
          {description}
        </Text>
        <div className={classes.progress}>
          <div className={classes.numbers}>
            <Text size="sm" c="dimmed">
              {courseStudyWords(study)}
            </Text>
            <DeviceMark kind={usePackMark(course)} />
          </div>
          <Meter label={`${title}の進捗`} done={study.readCount} all={study.lessonCount} />
        </div>
      </div>
    </Card>
  );
}

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
      <div className="flex wrap gap-12" role="search" data-passing={isNarrowed || undefined}>
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
          classNames={{ label: `${classes.state} center touch` }}
          aria-label="受講状況"
          data={stateLabels}
          value={state}
          onChange={(value) => setState(value)}
        />
      </div>
      <p className="m-0 c-muted text-sm" role="status">
        {shown.length}件のコース
      </p>
      {shown.length === 0 && (
        <EmptyState title={courses.length === 0 ? 'コースはまだありません' : '条件に合うコースはありません'}>
          {courses.length === 0
            ? '公開されると、ここに並びます。'
            : '言葉や受講状況を変えて、もう一度さがしてください。'}
        </EmptyState>
      )}
      <ul className={`${classes.cards} plain-list grid gap-16`}>
        {shown.map((course) => (
          <li key={course.id}>
            <CourseCard course={course} study={courseStudyOf(progress, course)} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
