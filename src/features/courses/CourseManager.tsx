/**
 * コース管理 (course management): all courses in a table (status, contents, learners, last change), where editors also
 * create and reorder courses.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';

import type { Course, CourseStatus } from '@/api/courses';
import { courseQueries } from '@/queries/curriculum/courses';
import { useCan, useMe } from '@/queries/me';
import { describeActionError } from '@/queries/save-errors';
import { titleOf } from '@/session/screens';
import { now } from '@/storage/now';
import { EmptyState } from '@/ui/EmptyState';
import { lazyAsked } from '@/ui/lazy-asked';
import { LinkButton } from '@/ui/LinkButton';
import { ActionError } from '@/ui/notices/ActionError';
import { PageTitle } from '@/ui/PageTitle';
import { RelativeTime } from '@/ui/RelativeTime';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';
import { StatusMark } from '@/ui/StatusMark';
import { CountChips } from '@/ui/tables/CountChips';
import type { DataColumn, TableState } from '@/ui/tables/data-table-types';
import { DataTable } from '@/ui/tables/DataTable';

import { CourseMenu, type CoursePart } from './CourseMenu';
import { DuplicateCourse, RemoveCourse } from './CoursePanels';
import { DraftQuestion } from './DraftQuestion';
import { useUnpublish } from './use-unpublish';

import classes from './CourseTable.module.css';

const titleColumn: DataColumn<Course> = {
  id: 'title',
  header: 'コース',
  sortValue: ({ title }) => title,
  cell: ({ id, title }) => (
    <Link to="/courses/$courseId" params={{ courseId: id }} className={classes.title} title={title}>
      <span className={`${classes.words} ellipsis`}>{title}</span>
    </Link>
  ),
};

const statusColumn: DataColumn<Course> = {
  id: 'status',
  header: '状態',
  sortValue: ({ status }) => status && (status === 'draft' ? 1 : 0),
  cell: ({ status }) => status && <StatusMark status={status} />,
};

const updatedColumn: DataColumn<Course> = {
  id: 'updated',
  header: '最終更新',
  sortValue: ({ updatedAt }) => updatedAt && Date.parse(updatedAt),
  cell: ({ updatedAt }) => (
    <span className={classes.time}>{updatedAt ? <RelativeTime timestamp={updatedAt} nowMs={now()} /> : '–'}</span>
  ),
};

type Figure = keyof NonNullable<Course['figures']>;

/** A table column of numbers; a cell is empty until its number is known. */
function countColumn(id: string, header: string, unit: '件' | '名', countOf: (course: Course) => number | undefined) {
  return {
    id,
    header,
    sortValue: countOf,
    cell: (course) => {
      const count = countOf(course);
      return <span className={classes.count}>{count === undefined ? '' : `${count}${unit}`}</span>;
    },
    isAtEnd: true,
  } satisfies DataColumn<Course>;
}

const figure =
  (name: Figure) =>
  ({ figures }: Course) =>
    figures?.[name];

const lessonColumn = countColumn('lessons', 'レッスン', '件', ({ lessonCount }) => lessonCount);
const setColumn = countColumn('sets', '問題集', '件', figure('questionSetCount'));
const peopleColumns = [
  countColumn('learners', '受講者', '名', figure('learnerCount')),
  countColumn('finished', '修了', '名', figure('finishedCount')),
];

/** @param hasFigures true if the server counts question sets and learners. */
function courseColumns(hasFigures: boolean): readonly DataColumn<Course>[] {
  const counts = hasFigures ? [lessonColumn, { ...setColumn, isExtra: true }, ...peopleColumns] : [lessonColumn];
  return [titleColumn, statusColumn, ...counts, updatedColumn];
}

/** Returns the figures by course id; undefined if the server has none, empty while loading. */
function useCourseFigures() {
  const canRead = useCan('course-figures.read');
  const { data = [] } = useQuery({ ...courseQueries.figures(), enabled: canRead });
  return canRead ? new Map(data.map((figures) => [figures.id, figures])) : undefined;
}

/** The order in which learners see the courses. */
const firstState: TableState = { words: '', sort: { columnId: '', isDown: false }, page: 1 };

interface StatusChipsProps {
  courses: readonly Course[];
  status: CourseStatus | undefined;
  onStatus: (status: CourseStatus | undefined) => void;
}

function StatusChips({ courses, status, onStatus }: StatusChipsProps) {
  // A server that sends no status has no drafts that could be told apart.
  if (courses.some((course) => course.status === undefined)) return null;
  const draftCount = courses.filter((course) => course.status === 'draft').length;
  return (
    <CountChips<CourseStatus>
      label="状態で絞り込む"
      chips={[
        { value: undefined, label: 'すべて', count: `${courses.length}` },
        { value: 'published', label: '公開中', count: `${courses.length - draftCount}` },
        { value: 'draft', label: '下書き', count: `${draftCount}` },
      ]}
      value={status}
      onChange={onStatus}
    />
  );
}

const countsOf = ({ sectionCount, lessonCount, figures }: Course) => ({
  sections: sectionCount,
  lessons: lessonCount,
  questionSets: figures?.questionSetCount,
});

const searchText = ({ title, description = '' }: Course) => `${title} ${description}`;

/** @param props.courses all courses in their order, at least one. */
function CourseTable({ courses }: { courses: readonly Course[] }) {
  const figures = useCourseFigures();
  const [status, setStatus] = useState<CourseStatus>();
  const [table, setTable] = useState(firstState);
  const [open, setOpen] = useState<{ id: string; part: CoursePart }>();
  const { question, unpublish, error } = useUnpublish();
  const partOf = ({ id }: Course) => (open?.id === id ? open.part : undefined);
  const close = () => setOpen(undefined);
  const menuColumn = {
    id: 'menu',
    header: '操作',
    cell: (course: Course) => (
      <CourseMenu
        course={course}
        part={partOf(course)}
        onPart={(part) => setOpen({ id: course.id, part })}
        onDraft={() => void unpublish(course)}
      />
    ),
    isAtEnd: true,
  };
  const shown = courses.filter((course) => status === undefined || course.status === status);
  return (
    <>
      <ActionError message={error ? describeActionError(error) : undefined} />
      <DataTable
        name="コース"
        columns={[...courseColumns(figures !== undefined), menuColumn]}
        rows={shown.map((course) => ({ ...course, figures: figures?.get(course.id) }))}
        getId={({ id }) => id}
        searchText={searchText}
        kept={{ state: table, onChange: setTable }}
        givenOrder="並び順"
        filters={<StatusChips courses={courses} status={status} onStatus={setStatus} />}
        empty={<EmptyState title="条件に合うコースはありません" />}
        renderPanel={(course) => {
          const part = partOf(course);
          if (part === undefined) return null;
          return part === 'duplicate' ? (
            <DuplicateCourse course={course} onClose={close} />
          ) : (
            <RemoveCourse course={course} counts={countsOf(course)} onDeleted={close} onCancel={close} />
          );
        }}
      />
      <DraftQuestion question={question} />
    </>
  );
}

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
