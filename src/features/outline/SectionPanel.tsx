/** Renames or deletes a section, below its row in a course's outline. */

import type { OutlineSection } from '@/api/courses';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { sectionQueries } from '@/queries/sections';
import { countChapters, describeDeletion } from '@/study/outline-words';
import { ActionError } from '@/ui/ActionError';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { useAction } from '@/ui/use-action';

import { RowPanel } from './RowPanel';
import { named, TitleForm } from './TitleForm';

import classes from './ChapterEditor.module.css';

export interface SectionPanelProps {
  section: OutlineSection;
  onDone: () => void;
}

export function SectionPanel({ section, onDone }: SectionPanelProps) {
  const { saveSection, deleteSection } = useCurriculumEdits();
  const { start, count, loadNewer } = useFormStart(named(section), sectionQueries.detail(section.id));
  const remove = useAction(() => deleteSection(section.id));
  return (
    <RowPanel>
      <TitleForm
        key={count}
        name={`「${start.title}」の名前を変更`}
        label="セクション名"
        initialTitle={start.title}
        onSave={(title, { over }) => saveSection(section.id, { title }, { base: start, over })}
        onLoadNewer={loadNewer}
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
