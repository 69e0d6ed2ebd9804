/** The sortable rows of a DragList: moved by mouse, touch and keyboard, with announcements for screen readers in Japanese. */
import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import type { ReactNode } from 'react';

import { SortableArea } from './SortableArea';
import { SortableRow } from './SortableRow';

import classes from './DragList.module.css';

interface Row {
  id: string;
  name: string;
}

export interface DragAreaProps {
  rows: readonly Row[];
  isDisabled: boolean;
  renderRow: (index: number, handle: ReactNode) => ReactNode;
  onMove: (from: number, to: number) => void;
}

function createAnnouncements(rows: readonly Row[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => rows.find((row) => row.id === id)?.name ?? '';
  const placeOf = (id: UniqueIdentifier) => `${rows.length}件中${rows.findIndex((row) => row.id === id) + 1}番目`;
  return {
    onDragStart: ({ active }) => `「${nameOf(active.id)}」を持ち上げました。${placeOf(active.id)}です。`,
    onDragOver: ({ active, over }) => (over ? `「${nameOf(active.id)}」は${placeOf(over.id)}の位置です。` : undefined),
    // Announces only a drop at the old position, because the list itself announces a new position.
    onDragEnd: ({ active, over }) =>
      !over || over.id === active.id ? `「${nameOf(active.id)}」を元の位置に置きました。` : undefined,
    onDragCancel: ({ active }) => `「${nameOf(active.id)}」を元の位置に戻しました。`,
  };
}

export function DragArea({ rows, isDisabled, renderRow, onMove }: DragAreaProps) {
  return (
    <SortableArea ids={rows.map((row) => row.id)} announcements={createAnnouncements(rows)} onMove={onMove}>
      {rows.map((row, index) => (
        <SortableRow
          key={row.id}
          {...row}
          className={classes.item}
          isDisabled={isDisabled}
          renderContent={(handle) => renderRow(index, handle)}
        />
      ))}
    </SortableArea>
  );
}
