/** What a row of the table of courses opens below itself: a copy that is being made, and the question before a deletion. */
import type { Course } from '@/api/courses';
import { useCapabilities } from '@/queries/capabilities';
import { useCopy } from '@/queries/copies/use-copy';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { useDeletion } from '@/queries/deletions';
import { describeActionError } from '@/queries/save-errors';
import { describeDeletion } from '@/study/outline-words';
import { ActionError } from '@/ui/ActionError';
import { ConfirmQuestion } from '@/ui/ConfirmQuestion';
import { CopyButton } from '@/ui/CopyButton';
import { useDelete, WaitingDeletion } from '@/ui/DeleteButton';

export interface CoursePanelProps {
  course: Course;
  onClose: () => void;
}

export function CopyCourse({ course: { id, title }, onClose }: CoursePanelProps) {
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

export function RemoveCourse({ course, onClose }: CoursePanelProps) {
  const { id, title, sectionCount, lessonCount, figures } = course;
  const { deleteCourse } = useCurriculumEdits();
  const { hasTrash } = useCapabilities();
  const deletion = useDeletion({ kind: 'course', id }, () => deleteCourse(id));
  const { run, message } = useDelete({ title, deletion, describeError: describeActionError, onDeleted: onClose });
  const counts = { sections: sectionCount, lessons: lessonCount, questionSets: figures?.questionSetCount };
  return (
    <>
      {deletion.takeBack ? (
        <WaitingDeletion title={title} onTakeBack={deletion.takeBack} />
      ) : (
        <ConfirmQuestion
          label={`「${title}」を削除`}
          question={describeDeletion(title, counts, hasTrash)}
          onConfirm={() => void run()}
          onCancel={onClose}
        />
      )}
      <ActionError message={message} />
    </>
  );
}
