/** The panels that a course's menu opens: copying the course, and confirming its deletion. */
import type { Course } from '@/api/courses';
import { useCapabilities } from '@/queries/capabilities';
import { useCopy } from '@/queries/copies/use-copy';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { useDeletion } from '@/queries/curriculum/deletions';
import { describeActionError } from '@/queries/save-errors';
import { describeDeletion, type OutlineCounts } from '@/study/outline/outline-words';
import { CopyButton } from '@/ui/CopyButton';
import { DeleteQuestion } from '@/ui/questions/DeleteQuestion';

export interface CopyCourseProps {
  course: Pick<Course, 'id' | 'title'>;
  onClose: () => void;
}

export function CopyCourse({ course: { id, title }, onClose }: CopyCourseProps) {
  return (
    <CopyButton
      copying={useCopy('course', id)}
      title={title}
      pathOf={(copyId) => `/courses/${copyId}`}
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
  const { hasTrash } = useCapabilities();
  return (
    <DeleteQuestion
      title={title}
      question={describeDeletion(title, counts, hasTrash)}
      deletion={useDeletion({ kind: 'course', id }, () => deleteCourse(id))}
      describeError={describeActionError}
      onDeleted={onDeleted}
      onCancel={onCancel}
    />
  );
}
