/** The outline of a course for its editors: one indented list, edited, ordered and continued in place. */
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import type { CourseStatus } from '@/api/courses';
import { IconPlus } from '@/ui/edit-icons';
import { type IsKeptAt, LeaveGuard } from '@/ui/forms/LeaveGuard';

import { anchorAfter, anchorAtEnd, rowsAbove } from './new-row-place';
import { NewRow } from './NewRow';
import { dropPlace, isBelow, kindNames, type OutlineRow, rowsOf, type Sections, stepPlace } from './outline-tree';
import { OutlineDragArea } from './OutlineDragArea';
import { OutlineRowView } from './OutlineRowView';
import { PendingRow } from './PendingRow';
import type { RowPart } from './RowMenu';
import { type NewRow as NewRowModel, useNewRow } from './use-new-row';
import { useOutlineMoves } from './use-outline-moves';

import classes from './OutlineRow.module.css';

export interface OutlineListProps {
  course: { id: string; title: string; status: CourseStatus; sections: Sections };
  /** The id of the section below which all rows are; the whole course if undefined. */
  sectionId?: string;
  /** The id of the lesson that is open beside the outline. */
  currentId?: string;
  /** Called when the open lesson was deleted here, alone or with the chapter or section that contains it. */
  onCurrentRemoved?: () => void;
}

/** A notice of an order that could not be saved, with a button that saves it and one that reverts it. */
function UnsavedOrder({ moves, isKeptAt }: { moves: ReturnType<typeof useOutlineMoves>; isKeptAt: IsKeptAt }) {
  const { unsaved, isGone, retry, takeBack } = moves;
  const problem = unsaved?.problem;
  return (
    <>
      {problem !== undefined && (
        <div role="alert" className={classes.failed}>
          <Text size="sm">
            「{unsaved?.row.title}」の新しい場所は、まだ保存されていません。{problem}
          </Text>
          <Button size="sm" variant="light" hidden={isGone} onClick={retry}>
            もう一度
          </Button>
          <Button size="sm" variant="subtle" onClick={takeBack}>
            {isGone ? '閉じる' : '元の場所に戻す'}
          </Button>
        </div>
      )}
      <LeaveGuard
        isDirty={() => problem !== undefined && !isGone}
        isKeptAt={isKeptAt}
        consequence="保存していない並びは失われます。"
      />
    </>
  );
}

/** The shown rows, with the new row and the pending row inserted among them. */
function withNewRows(rows: readonly OutlineRow[], items: readonly ReactNode[], newRow: NewRowModel): ReactNode[] {
  const { at, pending } = newRow;
  const pendingAt = pending && rowsAbove(rows, pending.anchor, pending.kind);
  const isInside = at && pending && newRow.levelOf(at.kind) >= newRow.levelOf(pending.kind);
  const newAt = at && (isInside ? pendingAt : rowsAbove(rows, at.anchor, at.kind));
  const pendingRow = <PendingRow key="pending" row={newRow} />;
  // At the same place, the pending row is above the new one.
  return [...items, undefined].flatMap((item, index) => [
    ...(index === pendingAt ? [pendingRow] : []),
    ...(newAt !== undefined && index === newAt ? [<NewRow key="new" row={newRow} place={newAt} />] : []),
    ...(item === undefined ? [] : [item]),
  ]);
}

/** The panel that is open, and the row that has opened it. */
interface Opened {
  id: string;
  part: RowPart;
}

export function OutlineList({ course, sectionId, currentId, onCurrentRemoved }: OutlineListProps) {
  const isInSection = sectionId !== undefined;
  const outermost = isInSection ? 'chapter' : 'section';
  const moves = useOutlineMoves(course.sections);
  const addLast = { anchor: anchorAtEnd(moves.shown, sectionId), kind: outermost } as const;
  const all = rowsOf(moves.shown, sectionId);
  const newRow = useNewRow(course.id, isInSection, all.length === 0 ? addLast : undefined);
  const [opened, setOpened] = useState<Opened>();
  const [lifted, setLifted] = useState<string>();
  const dragged = all.find(({ id }) => id === lifted);
  const rows = dragged ? all.filter((row) => !isBelow(row, dragged)) : all;
  const everything = rowsOf(moves.shown);
  const current = everything.find(({ id }) => id === currentId);
  // Beside the editors the outline stays mounted while the lessons change.
  const isKeptAt = (pathname: string) =>
    currentId !== undefined && everything.some(({ id }) => pathname === `/lessons/edit/${id}`);

  const renderRow = (row: OutlineRow, handle: ReactNode) => (
    <OutlineRowView
      row={row}
      sections={moves.shown}
      handle={handle}
      part={opened?.id === row.id ? opened.part : undefined}
      isCurrent={row.id === currentId}
      isLive={course.status === 'published'}
      onPart={(part) => setOpened(part && { id: row.id, part })}
      onAdd={(kind) => newRow.open(anchorAfter(everything, row), kind)}
      onMove={(place) => moves.move(row, place)}
      onStep={(step) => moves.move(row, stepPlace(moves.shown, row, step))}
      isKeptAt={isKeptAt}
      onRemoved={() => {
        setOpened(undefined);
        if (current && (current.id === row.id || isBelow(current, row))) onCurrentRemoved?.();
      }}
    />
  );
  return (
    <div className={classes.outline}>
      <UnsavedOrder moves={moves} isKeptAt={isKeptAt} />
      {all.length === 0 && !isInSection && (
        <Text size="sm" c="dimmed">
          セクションの中にチャプターを、その中にレッスンを作ります。
        </Text>
      )}
      <OutlineDragArea
        rows={rows}
        sections={moves.shown}
        label={`「${course.title}」の構成`}
        renderRow={renderRow}
        arrange={(items) => withNewRows(rows, items, newRow)}
        onLift={setLifted}
        onMove={(from, to) => {
          const row = rows[from];
          if (row) moves.move(row, dropPlace(rows, from, to));
        }}
      />
      <VisuallyHidden role="status">{moves.message}</VisuallyHidden>
      {!newRow.at && (
        <Button
          variant="subtle"
          className={classes.addLast}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => newRow.open(addLast.anchor, outermost)}
        >
          {kindNames[outermost]}を追加
        </Button>
      )}
    </div>
  );
}
