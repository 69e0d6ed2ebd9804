/** The panel that copies a row of the course outline; the copy is inserted directly after the row. */
import { useCopy } from '@/queries/copies/use-copy';
import { describeActionError } from '@/queries/save-errors';
import { CopyButton } from '@/ui/CopyButton';

import type { OutlineRow } from './outline-tree';
import { RowPanel } from './RowPanel';

export interface CopyPanelProps {
  row: OutlineRow;
  /** True if the course is published. */
  isLive: boolean;
  onClose: () => void;
}

export function CopyPanel({ row, isLive, onClose }: CopyPanelProps) {
  const { kind, id, title, sectionId } = row;
  const paths = {
    section: (copyId: string) => `/sections/${copyId}`,
    chapter: () => `/sections/${sectionId}`,
    lesson: (copyId: string) => `/lessons/edit/${copyId}`,
  };
  return (
    <RowPanel>
      <CopyButton
        copying={useCopy(kind, id)}
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
