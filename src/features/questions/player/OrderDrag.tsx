/**
 * Puts choices in order by dragging, with mouse, touch and keyboard; a separate chunk, loaded for questions of this
 * kind.
 */
import type { Announcements } from '@dnd-kit/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';

import { SortableArea } from '@/ui/drag/SortableArea';

import { OrderMark, OrderRow, type OrderRowData } from './OrderRow';

import classes from './OrderAnswer.module.css';

export interface OrderDragProps {
  rows: readonly OrderRowData[];
  onMove: (from: number, to: number) => void;
}

function createAnnouncements(placeOf: (id: unknown) => number): Announcements {
  return {
    onDragStart: ({ active }) => `${placeOf(active.id)}番目を持ち上げました。`,
    onDragOver: ({ over }) => (over ? `${placeOf(over.id)}番目の位置です。` : '並びの外です。'),
    onDragEnd: ({ over }) => (over ? `${placeOf(over.id)}番目に置きました。` : '元の位置に戻しました。'),
    onDragCancel: () => '動かすのをやめて、元の位置に戻しました。',
  };
}

function DragRow(row: OrderRowData) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.choice.id,
    attributes: { roleDescription: '並べ替えできる項目' },
  });
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={classes.handle}
      {...attributes}
      aria-label={`${row.index + 1}番目を動かす`}
      data-own-keys
    >
      <OrderMark place={row.index + 1} />
    </button>
  );

  // Only translate the dragged row: scaling would stretch it to the size of the row that it passes.
  const style = { transform: CSS.Translate.toString(transform), transition };
  const surface = { ...listeners, ref: setNodeRef, style };
  return <OrderRow {...row} surface={surface} handle={handle} isDragged={isDragging} />;
}

export function OrderDrag({ rows, onMove }: OrderDragProps) {
  const ids = rows.map(({ choice }) => choice.id);
  return (
    <SortableArea ids={ids} announcements={createAnnouncements((id) => ids.indexOf(String(id)) + 1)} onMove={onMove}>
      {rows.map((row) => (
        <DragRow key={row.choice.id} {...row} />
      ))}
    </SortableArea>
  );
}
