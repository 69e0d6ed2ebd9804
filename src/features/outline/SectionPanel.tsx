/** A section's name and its deletion, below its row in a course's outline. */

import type { OutlineSection } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { countChapters, describeDeletion } from '@/study/outline-words';
import { ActionError } from '@/ui/ActionError';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { useAction } from '@/ui/use-action';

import { RowPanel } from './RowPanel';
import { TitleForm } from './TitleForm';

import classes from './ChapterEditor.module.css';

export interface SectionPanelProps {
  section: OutlineSection;
  onDone: () => void;
}

export function SectionPanel({ section, onDone }: SectionPanelProps) {
  const { updateSection, deleteSection } = useCurriculumEdits();
  const remove = useAction(() => deleteSection(section.id));
  return (
    <RowPanel>
      <TitleForm
        name={`「${section.title}」の名前を変更`}
        label="セクション名"
        initialTitle={section.title}
        onSave={(title) => updateSection(section.id, { title })}
        onDone={onDone}
      />
      <ActionError message={remove.error ? describeActionError(remove.error) : undefined} />
      <div className={classes.panelButtons}>
        <ConfirmButton
          label={`「${section.title}」を削除`}
          question={describeDeletion(section.title, countChapters(section.chapters))}
          isBusy={remove.isRunning}
          onConfirm={() => void remove.run()}
        />
      </div>
    </RowPanel>
  );
}
