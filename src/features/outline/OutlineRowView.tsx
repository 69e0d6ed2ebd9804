/** One row of the outline: drag handle, title or title field, and the menu ⋯; the menu's panel opens below the row. */
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import IconPlus from '~icons/plus';

import type { IsKeptAt } from '@/ui/forms/LeaveGuard';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { openAgain } from '@/ui/open-again';

import { DuplicatePanel } from './DuplicatePanel';
import { MovePanel } from './MovePanel';
import { kindNames, type OutlineRow, type Place, rowKinds, type Sections } from './outline-tree';
import { RemovePanel } from './RemovePanel';
import { RowMenu, type RowPart } from './RowMenu';
import { TitleInRow } from './TitleInRow';

import classes from './OutlineRow.module.css';

export interface OutlineRowViewProps {
  row: OutlineRow;
  sections: Sections;
  handle: ReactNode;
  part: RowPart | undefined;
  isCurrent: boolean;
  isKeptAt: IsKeptAt;
  /** True if the course is published. */
  isLive: boolean;
  onPart: (part: RowPart | undefined) => void;
  onAdd: (kind: OutlineRow['kind']) => void;
  onMove: (place: Place) => void;
  /** Called when the user moves the row one step by Alt and an arrow key. */
  onStep: (step: -1 | 1) => void;
  onRemoved: () => void;
}

function factsOf({ minutes, questionSetCount }: NonNullable<OutlineRow['lesson']>): string {
  return [minutes !== undefined && `約${minutes}分`, questionSetCount && `問題集${questionSetCount}件`]
    .filter(Boolean)
    .join(' ');
}

const headingOf = ({ level }: OutlineRow) => (level === 0 ? 'h2' : 'h3');

/**
 * Height in px of the area that stays visible above or below the open lesson's row, so that the adjacent rows can be
 * seen.
 */
const ROOM_PX = 88;

/** Scrolls a row into view within the outline's own scrolling column; without such a column, does nothing. */
function keepInView(row: HTMLElement): void {
  const column = row.closest<HTMLElement>('[data-scrolls-alone]');
  if (!column) return;
  const [own, all] = [row.getBoundingClientRect(), column.getBoundingClientRect()];
  if (own.top < all.top) column.scrollTop -= all.top - own.top + ROOM_PX;
  if (own.bottom > all.bottom) column.scrollTop += own.bottom - all.bottom + ROOM_PX;
}

/**
 * Moves the focus to the editor when the open lesson's row is pressed, and closes a question set that covers the
 * editor.
 */
function goToEditor(): void {
  openAgain();
  document.querySelector<HTMLElement>('main h1:not([hidden] h1)')?.focus();
}

/**
 * The title of a row: a lesson's title links to the lesson's editor; the title of a section or chapter is edited in
 * place.
 */
function RowTitle({ row, isCurrent, onPart }: OutlineRowViewProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent && link.current) keepInView(link.current);
  }, [isCurrent]);
  if (row.lesson) {
    return (
      <Link
        to="/lessons/edit/$lessonId"
        params={{ lessonId: row.id }}
        className={classes.title}
        ref={link}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={isCurrent ? goToEditor : undefined}
      >
        <span className="min-w-0">{row.title}</span>
        <span className={classes.facts}>{factsOf(row.lesson)}</span>
      </Link>
    );
  }
  const Heading = headingOf(row);
  return (
    <Heading className={classes.heading}>
      <button type="button" className={classes.title} title="タイトルを変更" onClick={() => onPart('title')}>
        <span className="min-w-0">{row.title}</span>
      </button>
    </Heading>
  );
}

function AddInside({ row, onAdd }: OutlineRowViewProps) {
  const kind = rowKinds[rowKinds.indexOf(row.kind) + 1];
  if (!kind) return null;
  const words = `${kindNames[kind]}を追加`;
  return (
    <ActionIcon
      className={classes.add}
      aria-label={`「${row.title}」に${words}`}
      title={words}
      onClick={() => onAdd(kind)}
    >
      <IconPlus size={20} aria-hidden />
    </ActionIcon>
  );
}

export function OutlineRowView(props: OutlineRowViewProps) {
  const { row, sections, handle, part, onPart, onAdd, onMove, onStep, onRemoved } = props;
  const close = () => onPart(undefined);
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
    if (isOfInputMethod(nativeEvent) || ctrlKey || metaKey || shiftKey) return;
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      onStep(key === 'ArrowUp' ? -1 : 1);
    } else if (key === 'F2' && !altKey) {
      event.preventDefault();
      onPart('title');
    }
  };
  return (
    <>
      <div role="presentation" className={classes.row} onKeyDown={handleKeyDown}>
        {handle}
        {part === 'title' ? (
          <>
            {!row.lesson && <VisuallyHidden component={headingOf(row)}>{row.title}</VisuallyHidden>}
            <TitleInRow
              row={row}
              isKeptAt={props.isKeptAt}
              onDone={(isNext) => {
                close();
                if (isNext) onAdd(row.kind);
              }}
            />
          </>
        ) : (
          <RowTitle {...props} />
        )}
        <AddInside {...props} />
        <RowMenu row={row} part={part} onPart={onPart} onAdd={onAdd} />
      </div>
      {part === 'move' && (
        <MovePanel
          row={row}
          sections={sections}
          onClose={close}
          onMove={(place) => {
            close();
            onMove(place);
          }}
        />
      )}
      {part === 'duplicate' && <DuplicatePanel row={row} isLive={props.isLive} onClose={close} />}
      {part === 'remove' && <RemovePanel row={row} onClose={close} onRemoved={onRemoved} />}
    </>
  );
}
