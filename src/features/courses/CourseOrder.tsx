/** All courses in their order, to be put in another one. */
import { useMutation } from '@tanstack/react-query';

import type { Course } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { ActionError } from '@/ui/ActionError';
import { DragList } from '@/ui/DragList';
import { StatusMark } from '@/ui/StatusMark';

import classes from './CourseList.module.css';

export function CourseOrder({ courses }: { courses: readonly Course[] }) {
  const { updateCourse } = useCurriculumEdits();
  const reorder = useMutation({
    mutationFn: ({ id, order }: { id: string; order: number }) => updateCourse(id, { order }),
  });
  return (
    <>
      <ActionError message={reorder.error ? describeActionError(reorder.error) : undefined} />
      <DragList
        items={courses}
        getId={({ id }) => id}
        getName={({ title }) => title}
        label="コースの並び"
        onMove={async (from, to) => {
          const course = courses[from];
          if (course) await reorder.mutateAsync({ id: course.id, order: to });
        }}
        renderItem={({ title, status }) => (
          <div className={classes.orderRow}>
            <span>{title}</span>
            {status === 'draft' && <StatusMark status={status} />}
          </div>
        )}
      />
    </>
  );
}
