/** The panels that a course's menu opens: duplicating the course, and confirming its deletion. */
import type { Course } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { useDeletion } from '@/queries/curriculum/deletions';
import { useDuplicate } from '@/queries/duplicates/use-duplicate';
import { describeActionError } from '@/queries/save-errors';
import type { OutlineCounts } from '@/study/outline/outline-words';
import { DuplicateButton } from '@/ui/DuplicateButton';
import { DeleteQuestion } from '@/ui/questions/DeleteQuestion';

export interface DuplicateCourseProps {
  course: Pick<Course, 'id' | 'title'>;
  onClose: () => void;
}

export function DuplicateCourse({ course: { id, title }, onClose }: DuplicateCourseProps) {
  return (
    <DuplicateButton
      duplicating={useDuplicate('course', id)}
      title={title}
      pathOf={(duplicateId) => `/courses/${duplicateId}`}
      describeError={describeActionError}
      startsAtOnce
      onClosed={onClose}
    />
  );
}

export interface RemoveCourseProps {
  course: Pick<Course, 'id' | 'title'>;
  counts: OutlineCounts;
  onDeleted: () => void;
  onCancel: () => void;
}

export function RemoveCourse({ course: { id, title }, counts, onDeleted, onCancel }: RemoveCourseProps) {
  const { deleteCourse } = useCurriculumEdits();
  const deletion = useDeletion({ kind: 'course', id }, () => deleteCourse(id));
  return (
    <DeleteQuestion
      title={title}
      question={deletion.describe(title, counts)}
      deletion={deletion}
      describeError={describeActionError}
      onDeleted={onDeleted}
      onCancel={onCancel}
    />
  );
}
