/** The table of courses: status, contents, learners and last change, with filters by status. */
import { useState } from 'react';

import type { Course, CourseStatus } from '@/api/courses';
import { describeActionError } from '@/queries/save-errors';
import { ActionError } from '@/ui/ActionError';
import { EmptyState } from '@/ui/EmptyState';
import { CountChips } from '@/ui/tables/CountChips';
import type { TableState } from '@/ui/tables/data-table-types';
import { DataTable } from '@/ui/tables/DataTable';

import { courseColumns } from './course-columns';
import { CourseMenu, type CoursePart } from './CourseMenu';
import { CopyCourse, RemoveCourse } from './CoursePanels';
import { DraftQuestion } from './DraftQuestion';
import { useCourseFigures } from './use-course-figures';
import { useUnpublish } from './use-unpublish';

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
export function CourseTable({ courses }: { courses: readonly Course[] }) {
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
          return part === 'copy' ? (
            <CopyCourse course={course} onClose={close} />
          ) : (
            <RemoveCourse course={course} counts={countsOf(course)} onDeleted={close} onCancel={close} />
          );
        }}
      />
      <DraftQuestion question={question} />
    </>
  );
}
