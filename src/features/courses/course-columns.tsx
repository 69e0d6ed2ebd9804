/** The columns of the table of courses. */
import { Link } from '@tanstack/react-router';

import type { Course } from '@/api/courses';
import { now } from '@/storage/now';
import { RelativeTime } from '@/ui/RelativeTime';
import { StatusMark } from '@/ui/StatusMark';
import type { DataColumn } from '@/ui/tables/data-table-types';

import classes from './CourseTable.module.css';

const titleColumn: DataColumn<Course> = {
  id: 'title',
  header: 'コース',
  sortValue: ({ title }) => title,
  cell: ({ id, title }) => (
    <Link to="/courses/$courseId" params={{ courseId: id }} className={classes.title} title={title}>
      <span className={classes.words}>{title}</span>
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
export function courseColumns(hasFigures: boolean): readonly DataColumn<Course>[] {
  const counts = hasFigures ? [lessonColumn, { ...setColumn, isExtra: true }, ...peopleColumns] : [lessonColumn];
  return [titleColumn, statusColumn, ...counts, updatedColumn];
}
