/** Asks for confirmation before a row of the outline is deleted, and names the contents that are deleted with it. */
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { useDeletion } from '@/queries/curriculum/deletions';
import { describeActionError } from '@/queries/save-errors';
import { countChapters, countLessons, type OutlineCounts } from '@/study/outline/outline-words';
import { DeleteQuestion } from '@/ui/questions/DeleteQuestion';

import type { OutlineRow } from './outline-tree';
import { RowPanel } from './RowPanel';

function countBelow({ section, chapter, lesson }: OutlineRow): OutlineCounts {
  if (section) return countChapters(section.chapters);
  return chapter ? countLessons(chapter.lessons) : { questionSets: lesson?.questionSetCount };
}

export interface RemovePanelProps {
  row: OutlineRow;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemovePanel({ row, onClose, onRemoved }: RemovePanelProps) {
  const { kind, id, title } = row;
  const { deleteSection, deleteChapter, deleteLesson } = useCurriculumEdits();
  const remove = { section: deleteSection, chapter: deleteChapter, lesson: deleteLesson }[kind];
  const deletion = useDeletion({ kind, id }, () => remove(id));
  return (
    <RowPanel>
      <DeleteQuestion
        title={title}
        question={deletion.describe(title, countBelow(row))}
        deletion={deletion}
        describeError={describeActionError}
        onDeleted={onRemoved}
        onCancel={onClose}
      />
    </RowPanel>
  );
}
