/** The panel that duplicates a row of the course outline; the duplicate is inserted directly after the row. */
import { useDuplicate } from '@/queries/duplicates/use-duplicate';
import { describeActionError } from '@/queries/save-errors';
import { DuplicateButton } from '@/ui/DuplicateButton';

import type { OutlineRow } from './outline-tree';
import { RowPanel } from './RowPanel';

export interface DuplicatePanelProps {
  row: OutlineRow;
  /** True if the course is published. */
  isLive: boolean;
  onClose: () => void;
}

export function DuplicatePanel({ row, isLive, onClose }: DuplicatePanelProps) {
  const { kind, id, title, sectionId } = row;
  const paths = {
    section: (duplicateId: string) => `/sections/${duplicateId}`,
    chapter: () => `/sections/${sectionId}`,
    lesson: (duplicateId: string) => `/lessons/edit/${duplicateId}`,
  };
  return (
    <RowPanel>
      <DuplicateButton
        duplicating={useDuplicate(kind, id)}
        title={title}
        isLive={isLive}
        pathOf={paths[kind]}
        describeError={describeActionError}
        startsAtOnce
        onClosed={onClose}
      />
    </RowPanel>
  );
}
