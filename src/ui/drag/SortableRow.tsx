/** A row that is dragged by its handle, within a SortableArea: by mouse, touch and keyboard. */
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import IconGripVertical from '~icons/grip-vertical';

import classes from './SortableRow.module.css';

export interface SortableRowProps {
  id: string;
  /** The row's name in the label of its handle. */
  name: string;
  className: string | undefined;
  /** Set as `data-level`, for the style of nested lists. */
  level?: number;
  isDisabled?: boolean;
  /** Renders the row's content, with the handle that drags it. */
  renderContent: (handle: ReactNode) => ReactNode;
}

export function SortableRow({ id, name, className, level, isDisabled = false, renderContent }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: isDisabled,
    attributes: { roleDescription: '並べ替えできる項目' },
  });
  const handle = (
    <button
      ref={setActivatorNodeRef}
      type="button"
      className={`${classes.handle} center flex-none h-44 p-0 border-0 rounded-sm c-muted`}
      aria-label={`「${name}」をドラッグして移動`}
      {...attributes}
      {...listeners}
    >
      <IconGripVertical size={20} aria-hidden />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      className={className}
      data-level={level}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {renderContent(handle)}
    </li>
  );
}
