/** The outline of a course for its editors: one indented list whose rows are renamed, moved and added in place. */
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import IconPlus from '~icons/plus';

import type { CourseStatus } from '@/api/courses';
import { type IsKeptAt, LeaveGuard } from '@/ui/forms/LeaveGuard';

import { anchorAfter, anchorAtEnd, rowsAbove } from './new-row-place';
import { NewRow } from './NewRow';
import { dropPlace, isBelow, kindNames, type OutlineRow, rowsOf, type Sections, stepPlace } from './outline-tree';
import { OutlineDragArea } from './OutlineDragArea';
import { OutlineRowView } from './OutlineRowView';
import { PendingRow } from './PendingRow';
import { RowDraftOffer } from './RowDraftOffer';
import type { RowPart } from './RowMenu';
import { type NewRow as NewRowModel, useNewRow } from './use-new-row';
import { useOutlineMoves } from './use-outline-moves';

import classes from './OutlineRow.module.css';

export interface OutlineListProps {
  course: { id: string; title: string; status?: CourseStatus; sections?: Sections };
  /** The id of a section: only rows below it are shown; undefined for the whole course. */
  sectionId?: string;
  /** The id of the lesson that is open in the editor beside the outline. */
  currentId?: string;
  /** Called when the open lesson was deleted in the outline, by itself or with its chapter or section. */
  onCurrentRemoved?: () => void;
}

const noSections: Sections = [];

/** A notice that a new order could not be saved, with a button that retries and one that reverts the order. */
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

/**
 * Returns the rows of the outline with two rows inserted: the empty row for a new title, and the row that is being
 * created.
 */
function withNewRows(rows: readonly OutlineRow[], items: readonly ReactNode[], newRow: NewRowModel): ReactNode[] {
  const { at, pending } = newRow;
  const pendingAt = pending && rowsAbove(rows, pending.anchor, pending.kind);
  const isInside = at && pending && newRow.levelOf(at.kind) >= newRow.levelOf(pending.kind);
  const newAt = at && (isInside ? pendingAt : rowsAbove(rows, at.anchor, at.kind));
  const pendingRow = <PendingRow key="pending" row={newRow} />;
  // If both rows are at the same place, the one being created comes above the empty one.
  return [...items, undefined].flatMap((item, index) => [
    ...(index === pendingAt ? [pendingRow] : []),
    ...(newAt !== undefined && index === newAt ? [<NewRow key="new" row={newRow} place={newAt} />] : []),
    ...(item === undefined ? [] : [item]),
  ]);
}

/** The open panel of the outline, and the row that it belongs to. */
interface Opened {
  key: string;
  part: RowPart;
}

export function OutlineList({ course, sectionId, currentId, onCurrentRemoved }: OutlineListProps) {
  const isInSection = sectionId !== undefined;
  const outermost = isInSection ? 'chapter' : 'section';
  const moves = useOutlineMoves(course.sections ?? noSections);
  const addLast = { anchor: anchorAtEnd(moves.shown, sectionId), kind: outermost } as const;
  const all = rowsOf(moves.shown, sectionId);
  const outline = { courseId: course.id, sectionId, sections: moves.shown };
  const parts = isInSection ? moves.shown.find(({ id }) => id === sectionId)?.chapters : course.sections;
  const newRow = useNewRow(outline, parts?.length === 0 ? addLast : undefined);
  const [opened, setOpened] = useState<Opened>();
  const [lifted, setLifted] = useState<string>();
  const dragged = all.find(({ key }) => key === lifted);
  const rows = dragged ? all.filter((row) => !isBelow(row, dragged)) : all;
  const everything = rowsOf(moves.shown);
  const current = everything.find(({ kind, id }) => kind === 'lesson' && id === currentId);
  // Returns true for the addresses of this outline's lesson editors: the outline stays mounted beside them.
  const isKeptAt = (pathname: string) =>
    currentId !== undefined &&
    everything.some(({ kind, id }) => kind === 'lesson' && pathname === `/lessons/edit/${id}`);

  const renderRow = (row: OutlineRow, handle: ReactNode) => (
    <OutlineRowView
      row={row}
      sections={moves.shown}
      handle={handle}
      part={opened?.key === row.key ? opened.part : undefined}
      isCurrent={row.key === current?.key}
      isLive={course.status !== 'draft'}
      onPart={(part) => setOpened(part && { key: row.key, part })}
      onAdd={(kind) => newRow.open(anchorAfter(everything, row), kind)}
      onMove={(place) => moves.move(row, place)}
      onStep={(step) => moves.move(row, stepPlace(moves.shown, row, step))}
      isKeptAt={isKeptAt}
      onRemoved={() => {
        setOpened(undefined);
        if (current && (current.key === row.key || isBelow(current, row))) onCurrentRemoved?.();
      }}
    />
  );
  return (
    <div className={classes.outline}>
      <UnsavedOrder moves={moves} isKeptAt={isKeptAt} />
      <RowDraftOffer draft={newRow.draft} />
      {parts?.length === 0 && !isInSection && (
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
