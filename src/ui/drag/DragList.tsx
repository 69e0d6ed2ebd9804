/**
 * A list that can be reordered by dragging, by the buttons 上へ (up) and 下へ (down), and by keyboard; 15 kB, so only for
 * lazily loaded screens.
 */
import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { ActionIcon } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import IconArrowDown from '~icons/arrow-down';
import IconArrowUp from '~icons/arrow-up';

import { atEdge } from '@/ui/display/at-edge';

import { SortableArea } from './SortableArea';
import { SortableRow } from './SortableRow';

import classes from './DragList.module.css';

export interface DragListProps<T> {
  items: readonly T[];
  getId: (item: T) => string;
  /** The item's name in labels and announcements. */
  getName: (item: T) => string;
  /** The list's name, e.g. 「セクションの並び」. */
  label: string;
  /**
   * Renders the row's content; the drag handle and buttons are added. `moveTo` is for rows with their own buttons 上へ
   * (up) and 下へ (down).
   */
  renderItem: (item: T, index: number, moveTo: (to: number) => void) => ReactNode;
  /** False if the row's content has its own buttons 上へ (up) and 下へ (down). */
  hasMoveButtons?: boolean;
  /** Renders more buttons after 上へ (up) and 下へ (down). */
  renderActions?: (item: T) => ReactNode;
  /** Renders content below the row that moves with it. */
  renderBelow?: (item: T) => ReactNode;
  /**
   * `from` and `to` count from 0. While the promise is pending the row stays in its new place (optimistic update); it
   * moves back when the promise resolves to false or rejects. Showing the reason is the caller's task.
   */
  onMove: (from: number, to: number) => void | Promise<boolean | void>;
  isDisabled?: boolean;
}

/** Returns the shown order: the given one, or the optimistic one until `onMove` has settled. */
function useShownOrder<T>({ items, getId, onMove }: DragListProps<T>) {
  const [moved, setMoved] = useState<readonly T[]>();
  const [message, setMessage] = useState('');
  const shown =
    moved && moved.length === items.length
      ? moved.map((old) => items.find((item) => getId(item) === getId(old)) ?? old)
      : items;

  async function move(from: number, to: number, name: string) {
    if (from === to || to < 0 || to >= shown.length || moved) return;
    const next = [...shown];
    next.splice(to, 0, ...next.splice(from, 1));
    setMoved(next);
    setMessage(`「${name}」を${shown.length}件中${to + 1}番目に移動しました。`);
    const isMoved = await Promise.resolve(onMove(from, to)).catch(() => false);
    if (isMoved === false) setMessage(`「${name}」を移動できませんでした。元の位置に戻しました。`);
    setMoved(undefined);
  }
  return { shown, move, message };
}

interface MoveButtonsProps {
  name: string;
  index: number;
  count: number;
  isDisabled: boolean;
  onMove: (to: number) => void;
}

function MoveButtons({ name, index, count, isDisabled, onMove }: MoveButtonsProps) {
  const button = (to: number, words: string, edge: boolean) => ({
    'aria-label': `「${name}」を${words}`,
    title: words,
    ...atEdge(edge || isDisabled),
    onClick: () => !edge && !isDisabled && onMove(to),
  });
  return (
    <>
      <ActionIcon {...button(index - 1, '上へ', index === 0)}>
        <IconArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...button(index + 1, '下へ', index === count - 1)}>
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
    </>
  );
}

export function DragList<T>(props: DragListProps<T>) {
  const {
    getId,
    getName,
    label,
    renderItem,
    renderActions,
    renderBelow,
    isDisabled = false,
    hasMoveButtons = true,
  } = props;
  const { shown, move, message } = useShownOrder(props);
  const list = useRef<HTMLOListElement>(null);
  const focusAfter = useRef<string>(undefined);
  useLayoutEffect(() => {
    // Some browsers remove the focus from a button when its row moves in the document. A passive effect of the previous
    // render may still be pending when `focusAfter` is set, and would look too early.
    if (!focusAfter.current) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const button = buttons.find((each) => each.getAttribute('aria-label') === focusAfter.current);
    focusAfter.current = undefined;
    if (button && document.activeElement !== button) button.focus();
  });

  const renderRow = (item: T, index: number, handle: ReactNode) => {
    const name = getName(item);
    const moveTo = (to: number) => {
      focusAfter.current = `「${name}」を${to < index ? '上へ' : '下へ'}`;
      void move(index, to, name);
    };
    return (
      <>
        <div className={classes.row} data-row>
          {handle}
          <div className={classes.content}>{renderItem(item, index, moveTo)}</div>
          {(hasMoveButtons || renderActions) && (
            <div className={`${classes.buttons} flex flex-none ms-auto`} data-moves>
              {hasMoveButtons && (
                <MoveButtons name={name} index={index} count={shown.length} isDisabled={isDisabled} onMove={moveTo} />
              )}
              {renderActions?.(item)}
            </div>
          )}
        </div>
        {renderBelow?.(item)}
      </>
    );
  };
  return (
    <>
      <ol ref={list} className="plain-list grid one-column gap-8" aria-label={label}>
        <DragArea
          rows={shown.map((item) => ({ id: getId(item), name: getName(item) }))}
          isDisabled={isDisabled}
          renderRow={(index, handle) => {
            const item = shown[index];
            return item === undefined ? null : renderRow(item, index, handle);
          }}
          onMove={(from, to) => void move(from, to, getName(shown[from] as T))}
        />
      </ol>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}

/**
 * The sortable rows of a DragList: moved by mouse, touch and keyboard, with announcements for screen readers in
 * Japanese.
 */
interface Row {
  id: string;
  name: string;
}

interface DragAreaProps {
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

function DragArea({ rows, isDisabled, renderRow, onMove }: DragAreaProps) {
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
