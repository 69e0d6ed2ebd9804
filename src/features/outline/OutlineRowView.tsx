/** One row of the outline: drag handle, title or title field, and the menu ⋯; the menu's panel opens below the row. */
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import IconPlus from '~icons/plus';

import { chaptersOf } from '@/api/outline';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { useDeletion } from '@/queries/curriculum/deletions';
import { useDuplicate } from '@/queries/duplicates/use-duplicate';
import { describeActionError } from '@/queries/save-errors';
import { moveTargets } from '@/study/outline/move-targets';
import { countChapters, countLessons, type OutlineCounts } from '@/study/outline/outline-words';
import { DuplicateButton } from '@/ui/DuplicateButton';
import type { IsKeptAt } from '@/ui/forms/LeaveGuard';
import { WholeSelect } from '@/ui/forms/WholeSelect';
import { focusFirstField } from '@/ui/keys/form-focus';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { openAgain } from '@/ui/open-again';
import { DeleteQuestion } from '@/ui/questions/DeleteQuestion';

import { kindNames, type OutlineRow, type Place, rowKinds, type Sections } from './outline-tree';
import { RowMenu, type RowPart } from './RowMenu';
import { TitleInRow } from './TitleInRow';

import classes from './OutlineRow.module.css';
import panelClasses from './RowPanel.module.css';

/** The panel that moves a row of the course outline: chooses the place, and for a lesson also the chapter. */
interface MovePanelProps {
  row: OutlineRow;
  sections: Sections;
  onMove: (place: Place) => void;
  onClose: () => void;
}

interface Sibling {
  id: string;
  title: string;
}

function siblingsIn(sections: Sections, { kind, sectionId }: OutlineRow, parentId: string | undefined) {
  if (kind === 'section') return sections;
  const siblings: readonly Sibling[] | undefined =
    kind === 'chapter'
      ? sections.find(({ id }) => id === sectionId)?.chapters
      : chaptersOf(sections).find(({ id }) => id === parentId)?.lessons;
  return siblings ?? [];
}

/** The panel that a row of the outline opens below itself. */
function RowPanel({ children }: { children: ReactNode }) {
  return <div className={`${panelClasses.panel} grid one-column gap-16 border-top bg-page`}>{children}</div>;
}

function MovePanel({ row, sections, onMove, onClose }: MovePanelProps) {
  const own = row.kind === 'lesson' ? row.chapterId : row.kind === 'chapter' ? row.sectionId : undefined;
  const [parentId, setParentId] = useState(own);
  const others = siblingsIn(sections, row, parentId).filter(({ id }) => id !== row.id);
  const [index, setIndex] = useState(row.index);
  const isSame = parentId === own && index === row.index;
  const places = [
    { value: '0', label: '先頭' },
    ...others.map(({ title }, place) => ({ value: String(place + 1), label: `「${title}」の下` })),
  ];
  return (
    <RowPanel>
      <div ref={focusFirstField} className="flex wrap items-end gap-8 regular">
        {row.kind === 'lesson' && (
          <WholeSelect
            size="md"
            label="チャプター"
            className={classes.target}
            data={moveTargets(sections).map(({ id, label }) => ({ value: id, label }))}
            value={parentId}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              setParentId(chosen);
              // In another chapter, a moved lesson is placed after the last lesson by default.
              setIndex(chosen === own ? row.index : siblingsIn(sections, row, chosen).length);
            }}
          />
        )}
        <WholeSelect
          size="md"
          label="位置"
          className={classes.target}
          data={places}
          value={String(index)}
          onChange={(event) => setIndex(Number(event.currentTarget.value))}
        />
        <Button disabled={isSame} onClick={() => onMove({ parentId, index })}>
          移動
        </Button>
        <Button variant="default" onClick={onClose}>
          キャンセル
        </Button>
      </div>
    </RowPanel>
  );
}

function countBelow({ section, chapter, lesson }: OutlineRow): OutlineCounts {
  if (section) return countChapters(section.chapters);
  return chapter ? countLessons(chapter.lessons) : { questionSets: lesson?.questionSetCount };
}

/** Asks for confirmation before a row of the outline is deleted, and names the contents that are deleted with it. */
interface RemovePanelProps {
  row: OutlineRow;
  onClose: () => void;
  onRemoved: () => void;
}

function RemovePanel({ row, onClose, onRemoved }: RemovePanelProps) {
  const { kind, id, title } = row;
  const { deleteSection, deleteChapter, deleteLesson } = useCurriculumEdits();
  const remove = { section: deleteSection, chapter: deleteChapter, lesson: deleteLesson }[kind];
  const deletion = useDeletion({ kind, id }, () => remove(id));
  return (
    <RowPanel>
      <DeleteQuestion
        title={title}
        question={deletion.describe(title, countBelow(row))}
        deletion={deletion}
        describeError={describeActionError}
        onDeleted={onRemoved}
        onCancel={onClose}
      />
    </RowPanel>
  );
}

/** The panel that duplicates a row of the course outline; the duplicate is inserted directly after the row. */
interface DuplicatePanelProps {
  row: OutlineRow;
  /** True if the course is published. */
  isLive: boolean;
  onClose: () => void;
}

function DuplicatePanel({ row, isLive, onClose }: DuplicatePanelProps) {
  const { kind, id, title, sectionId } = row;
  const paths = {
    section: (duplicateId: string) => `/sections/${duplicateId}`,
    chapter: () => `/sections/${sectionId}`,
    lesson: (duplicateId: string) => `/lessons/edit/${duplicateId}`,
  };
  return (
    <RowPanel>
      <DuplicateButton
        duplicating={useDuplicate(kind, id)}
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
