/** Renames or deletes a section, below its row in a course's outline. */

import type { OutlineSection } from '@/api/courses';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { useCapabilities } from '@/queries/capabilities';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { useDeletion } from '@/queries/deletions';
import { describeActionError } from '@/queries/save-errors';
import { sectionQueries } from '@/queries/sections';
import { countChapters, describeDeletion } from '@/study/outline-words';
import { DeleteButton } from '@/ui/DeleteButton';

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
  const { hasTrash } = useCapabilities();
  const deletion = useDeletion({ kind: 'section', id: section.id }, () => deleteSection(section.id));
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
      <div className={classes.panelButtons}>
        <DeleteButton
          title={section.title}
          question={describeDeletion(section.title, countChapters(section.chapters), hasTrash)}
          deletion={deletion}
          describeError={describeActionError}
        />
      </div>
    </RowPanel>
  );
}
