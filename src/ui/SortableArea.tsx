/** A sortable area for mouse, touch and keyboard; its rows call `useSortable`. */
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';

export interface SortableAreaProps {
  /** Ids of the rows in their order. */
  ids: readonly string[];
  /** Announcements for screen readers while dragging. */
  announcements: Announcements;
  /** `from` and `to` count from 0, and differ. */
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

const instructions = {
  draggable:
    'スペースキーで持ち上げ、上下の矢印キーで動かし、もう一度スペースキーで置きます。エスケープキーで元に戻します。',
};

export function SortableArea({ ids, announcements, onMove, children }: SortableAreaProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (id: UniqueIdentifier) => ids.indexOf(String(id));
  function handleDragEnd({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onMove(indexOf(active.id), indexOf(over.id));
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: instructions, container: document.body }}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
