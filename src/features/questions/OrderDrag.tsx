/** Dragging choices into order, with mouse, finger and keyboard; a chunk of its own, loaded with a question of this kind. */
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';

import { IconGrip } from '@/ui/question-icons';

import { OrderRow, type OrderRowData } from './OrderRow';

import classes from './OrderAnswer.module.css';

export interface OrderDragProps {
  rows: readonly OrderRowData[];
  onMove: (from: number, to: number) => void;
}

const instructions = {
  draggable: 'スペースキーで持ち上げ、上下の矢印キーで動かし、もう一度スペースキーで置きます。Escキーでやめます。',
};

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
      {...listeners}
      aria-label={`${row.index + 1}番目を動かす`}
      data-own-keys
    >
      <IconGrip size={20} aria-hidden />
    </button>
  );
  // Only moved, never stretched to the size of the one it passes.
  const style = { transform: CSS.Translate.toString(transform), transition };
  return <OrderRow {...row} ref={setNodeRef} style={style} handle={handle} isDragged={isDragging} />;
}

export function OrderDrag({ rows, onMove }: OrderDragProps) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = rows.map(({ choice }) => choice.id);
  const indexOf = (id: unknown) => ids.indexOf(String(id));
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(indexOf(active.id), indexOf(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: createAnnouncements((id) => indexOf(id) + 1),
        screenReaderInstructions: instructions,
        container: document.body,
      }}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {rows.map((row) => (
          <DragRow key={row.choice.id} {...row} />
        ))}
      </SortableContext>
    </DndContext>
  );
}
