/** Reorders all courses by drag and drop or keyboard. */

import type { Course } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { DragList } from '@/ui/drag/DragList';
import { ActionError } from '@/ui/notices/ActionError';
import { showToast } from '@/ui/notices/toast';
import { useAction } from '@/ui/questions/use-action';
import { StatusMark } from '@/ui/StatusMark';

export function CourseOrder({ courses }: { courses: readonly Course[] }) {
  const { updateCourse } = useCurriculumEdits();
  const reorder = useAction(async (id: string, order: number) => {
    await updateCourse(id, { order });
    void showToast('success', 'コースの並びを保存しました');
  });
  return (
    <>
      <ActionError message={reorder.error ? describeActionError(reorder.error) : undefined} />
      <DragList
        items={courses}
        getId={({ id }) => id}
        getName={({ title }) => title}
        label="コースの並び"
        onMove={(from, to) => reorder.run(courses[from]?.id ?? '', to)}
        renderItem={({ title, status }) => (
          <div className="row wrap gap-4-12">
            <span>{title}</span>
            {status === 'draft' && <StatusMark status={status} />}
          </div>
        )}
      />
    </>
  );
}
