/** The sortable rows of the outline; screen readers announce the place that a dragged row would get. */
import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import type { ReactNode } from 'react';

import { SortableArea } from '@/ui/drag/SortableArea';
import { SortableRow } from '@/ui/drag/SortableRow';

import { describePlace, dropPlace, type OutlineRow, type Sections } from './outline-tree';

import classes from './OutlineRow.module.css';

export interface OutlineDragAreaProps {
  rows: readonly OutlineRow[];
  sections: Sections;
  label: string;
  renderRow: (row: OutlineRow, handle: ReactNode) => ReactNode;
  /** Inserts rows that cannot be dragged between the sortable rows. */
  arrange: (items: readonly ReactNode[]) => ReactNode;
  onMove: (from: number, to: number) => void;
  /** Called when a drag starts or ends: rows inside the dragged row are hidden during the drag. */
  onLift: (key: string | undefined) => void;
}

function useAnnouncements(rows: readonly OutlineRow[], sections: Sections): Announcements {
  const nameOf = (id: UniqueIdentifier) => rows.find(({ key }) => key === id)?.title ?? '';
  const indexOf = (id: UniqueIdentifier) => rows.findIndex(({ key }) => key === id);
  const placeOf = (active: UniqueIdentifier, over: UniqueIdentifier) => {
    const row = rows[indexOf(active)];
    const place = dropPlace(rows, indexOf(active), indexOf(over));
    return row && place ? `${describePlace(sections, row.kind, place)}の位置です。` : 'ここには置けません。';
  };
  return {
    onDragStart: ({ active }) => `「${nameOf(active.id)}」を持ち上げました。`,
    onDragOver: ({ active, over }) => (over ? `「${nameOf(active.id)}」は、${placeOf(active.id, over.id)}` : undefined),
    // Announce only a drop at the original place, because the outline itself announces a new place.
    onDragEnd: ({ active, over }) =>
      !over || over.id === active.id ? `「${nameOf(active.id)}」を元の位置に置きました。` : undefined,
    onDragCancel: ({ active }) => `「${nameOf(active.id)}」を元の位置に戻しました。`,
  };
}

export function OutlineDragArea({ rows, sections, label, renderRow, arrange, onMove, onLift }: OutlineDragAreaProps) {
  return (
    <ol className="plain-list" aria-label={label}>
      <SortableArea
        ids={rows.map(({ key }) => key)}
        announcements={useAnnouncements(rows, sections)}
        onMove={onMove}
        onLift={onLift}
      >
        {arrange(
          rows.map((row) => (
            <SortableRow
              key={row.key}
              id={row.key}
              name={row.title}
              level={row.level}
              className={classes.item}
              renderContent={(handle) => renderRow(row, handle)}
            />
          )),
        )}
      </SortableArea>
    </ol>
  );
}
