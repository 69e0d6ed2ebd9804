/**
 * A sortable area for mouse, touch and keyboard; its rows call `useSortable`. `listeners` go on the handle, or on a row
 * that can be dragged by its whole surface.
 */
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  PointerSensor,
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
  /** Called with the positions after a drag: `from` and `to` count from 0, and differ. */
  onMove: (from: number, to: number) => void;
  /**
   * Called with the row's id when the row is lifted, and with undefined when it is put down, so that the caller can
   * hide other rows meanwhile.
   */
  onLift?: (id: string | undefined) => void;
  children: ReactNode;
}

const instructions = {
  draggable:
    'スペースキーで持ち上げ、上下の矢印キーで動かし、もう一度スペースキーで置きます。エスケープキーで元に戻します。',
};

/**
 * Time in ms for which a finger, or the mouse beside the handle, must press before it drags. A shorter press scrolls,
 * or selects text.
 */
const PRESS_MS = 200;

/** Returns which part of a row is pressed: the handle, another control of the row, or its text. */
function partAt(target: EventTarget | null): 'handle' | 'control' | 'text' {
  const control = target instanceof Element && target.closest('a, button, input, summary');
  if (!control) return 'text';
  return control.hasAttribute('aria-roledescription') ? 'handle' : 'control';
}

class HandleMouseSensor extends MouseSensor {
  static override activators: typeof MouseSensor.activators = [
    { eventName: 'onMouseDown', handler: ({ button, target }) => button === 0 && partAt(target) === 'handle' },
  ];
}

/** The sensor for the mouse on a row's text; dnd-kit takes only one sensor for each kind of event. */
class TextMouseSensor extends PointerSensor {
  static override activators: typeof PointerSensor.activators = [
    {
      eventName: 'onPointerDown',
      handler: ({ nativeEvent: { pointerType, button, target } }) =>
        pointerType === 'mouse' && button === 0 && partAt(target) === 'text',
    },
  ];
}

class RowTouchSensor extends TouchSensor {
  static override activators: typeof TouchSensor.activators = [
    {
      eventName: 'onTouchStart',
      handler: ({ nativeEvent: { touches, target } }) => touches?.length === 1 && partAt(target) !== 'control',
    },
  ];
}

/** Rows that appear or disappear during a drag are measured again. */
const measuring = { droppable: { strategy: MeasuringStrategy.Always } };

export function SortableArea({ ids, announcements, onMove, onLift, children }: SortableAreaProps) {
  const sensors = useSensors(
    useSensor(HandleMouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TextMouseSensor, { activationConstraint: { delay: PRESS_MS, tolerance: 4 } }),
    useSensor(RowTouchSensor, { activationConstraint: { delay: PRESS_MS, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (id: UniqueIdentifier) => ids.indexOf(String(id));
  function handleDragEnd({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onMove(indexOf(active.id), indexOf(over.id));
    onLift?.(undefined);
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: instructions, container: document.body }}
      measuring={onLift && measuring}
      onDragStart={({ active }) => onLift?.(String(active.id))}
      onDragEnd={handleDragEnd}
      onDragCancel={() => onLift?.(undefined)}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
