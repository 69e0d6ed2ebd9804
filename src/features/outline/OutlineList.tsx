/** The outline of a course for its editors: one indented list whose rows are renamed, moved and added in place. */
import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import IconPlus from '~icons/plus';

import type { CourseStatus } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { SortableArea } from '@/ui/drag/SortableArea';
import { SortableRow } from '@/ui/drag/SortableRow';
import { type IsKeptAt, LeaveGuard } from '@/ui/forms/LeaveGuard';
import { showToast } from '@/ui/notices/toast';

import { anchorAfter, anchorAtEnd, rowsAbove } from './new-row-place';
import { NewRow } from './NewRow';
import {
  describePlace,
  dropPlace,
  isBelow,
  kindNames,
  moveRow,
  type OutlineRow,
  type Place,
  rowsOf,
  type Sections,
  stepPlace,
} from './outline-tree';
import { OutlineRowView } from './OutlineRowView';
import { RowDraftOffer } from './RowDraftOffer';
import type { RowPart } from './RowMenu';
import { type NewRow as NewRowModel, type NewRow as NewRowState, useNewRow } from './use-new-row';

import fields from './OutlineFields.module.css';
import classes from './OutlineRow.module.css';

/** The sortable rows of the outline; screen readers announce the place that a dragged row would get. */
interface OutlineDragAreaProps {
  rows: readonly OutlineRow[];
  sections: Sections;
  label: string;
  renderRow: (row: OutlineRow, handle: ReactNode) => ReactNode;
  /** Inserts rows that cannot be dragged between the sortable rows. */
  arrange: (items: readonly ReactNode[]) => ReactNode;
  onMove: (from: number, to: number) => void;
  /** Called when a drag starts or ends: rows inside the dragged row are hidden during the drag. */
  onLift: (key: string | undefined) => void;
}

function useAnnouncements(rows: readonly OutlineRow[], sections: Sections): Announcements {
  const nameOf = (id: UniqueIdentifier) => rows.find(({ key }) => key === id)?.title ?? '';
  const indexOf = (id: UniqueIdentifier) => rows.findIndex(({ key }) => key === id);
  const placeOf = (active: UniqueIdentifier, over: UniqueIdentifier) => {
    const row = rows[indexOf(active)];
    const place = dropPlace(rows, indexOf(active), indexOf(over));
    return row && place ? `${describePlace(sections, row.kind, place)}の位置です。` : 'ここには置けません。';
  };
  return {
    onDragStart: ({ active }) => `「${nameOf(active.id)}」を持ち上げました。`,
    onDragOver: ({ active, over }) => (over ? `「${nameOf(active.id)}」は、${placeOf(active.id, over.id)}` : undefined),
    // Announce only a drop at the original place, because the outline itself announces a new place.
    onDragEnd: ({ active, over }) =>
      !over || over.id === active.id ? `「${nameOf(active.id)}」を元の位置に置きました。` : undefined,
    onDragCancel: ({ active }) => `「${nameOf(active.id)}」を元の位置に戻しました。`,
  };
}

function OutlineDragArea({ rows, sections, label, renderRow, arrange, onMove, onLift }: OutlineDragAreaProps) {
  return (
    <ol className="plain-list" aria-label={label}>
      <SortableArea
        ids={rows.map(({ key }) => key)}
        announcements={useAnnouncements(rows, sections)}
        onMove={onMove}
        onLift={onLift}
      >
        {arrange(
          rows.map((row) => (
            <SortableRow
              key={row.key}
              id={row.key}
              name={row.title}
              level={row.level}
              className={classes.item}
              renderContent={(handle) => renderRow(row, handle)}
            />
          )),
        )}
      </SortableArea>
    </ol>
  );
}

// Moves rows of the outline, one request each; an order that could not be saved remains on the screen until it is
// saved or reverted.

interface Move {
  row: OutlineRow;
  place: Place;
}

/** A move that is already shown, before the server has confirmed it. */
interface Unsaved extends Move {
  /** Why the order could not be saved; undefined while the request is in flight. */
  problem?: string;
}

/** Sends a move. If more moves are made while its request is in flight, only the last of them is sent afterwards. */
function useSender(onEnd: (last: Move, failed?: Unsaved) => void) {
  const { updateSection, updateChapter, updateLesson } = useCurriculumEdits();
  const wanted = useRef<Move>(undefined);
  const running = useRef<Promise<void>>(undefined);
  const send = ({ row: { kind, id }, place: { parentId, index } }: Move): Promise<unknown> => {
    if (kind === 'section') return updateSection(id, { order: index });
    if (kind === 'chapter') return updateChapter(id, { order: index });
    return updateLesson(id, { chapterId: parentId, order: index });
  };
  async function run(move: Move): Promise<void> {
    let failed: Unsaved | undefined;
    let last = move;
    for (let next: Move | undefined = move; next; next = wanted.current === next ? undefined : wanted.current) {
      const sent: Move = next;
      last = sent;
      failed = await send(sent).then(
        () => undefined,
        (error: unknown) => ({ ...sent, problem: describeActionError(error) }),
      );
    }
    running.current = undefined;
    onEnd(last, failed);
  }
  return (move: Move) => {
    wanted.current = move;
    running.current ??= run(move);
  };
}

/**
 * Manages moves of the outline's rows. @param sections as received from the server; the returned `shown` has the
 * sections with the unsaved move applied
 */
function useOutlineMoves(sections: Sections) {
  const [unsaved, setUnsaved] = useState<Unsaved>();
  const [message, say] = useState('');
  /** The move of another row, made while the first move is being saved; it is sent afterwards. */
  const next = useRef<Move>(undefined);
  const send = useSender(({ row, place }, failed) => {
    const following = next.current;
    next.current = undefined;
    if (failed) say(`「${row.title}」の新しい場所を保存できませんでした。`);
    else void showToast('success', `「${row.title}」を${describePlace(sections, row.kind, place)}に移動しました`);
    return !failed && following ? begin(following) : setUnsaved(failed);
  });
  function begin(move: Move) {
    setUnsaved(move);
    say('');
    send(move);
  }
  function move(row: OutlineRow, place: Place | undefined) {
    if (!place) return say(`「${row.title}」は、そこへは移動できません。`);
    // A further step of the same row is computed from the server's outline, too, so it replaces the unsaved move.
    if (!unsaved || unsaved.row.key === row.key) return begin({ row: unsaved?.row ?? row, place });
    if (unsaved.problem !== undefined) return say(`先に「${unsaved.row.title}」の場所を保存してください。`);
    next.current = { row, place };
    return undefined;
  }
  const isThere = unsaved && rowsOf(sections).some(({ key }) => key === unsaved.row.key);
  return {
    shown: isThere ? moveRow(sections, unsaved.row, unsaved.place) : sections,
    /** True if the moved row was deleted before its move was saved. */
    isGone: unsaved !== undefined && !isThere,
    unsaved,
    message,
    move,
    retry: () => unsaved && begin({ row: unsaved.row, place: unsaved.place }),
    takeBack: () => setUnsaved(undefined),
  };
}

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
        <div role="alert" className={`${classes.failed} row wrap gap-4-12 rounded-sm regular edge`}>
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

/** The row of a title that is being added to the outline, or that could not be added. */
function PendingRow({ row: { pending, levelOf, retry, takeBack } }: { row: NewRowState }) {
  if (!pending) return null;
  const { title, kind, problem } = pending;
  return (
    <li className={classes.item} data-level={levelOf(kind)} aria-busy={problem === undefined}>
      <div className={classes.row}>
        <span className={fields.pending}>{title}</span>
      </div>
      {problem !== undefined && (
        <div role="alert" className={`${classes.failed} row wrap gap-4-12 rounded-sm regular edge`}>
          <Text size="sm">追加できませんでした。{problem}</Text>
          <Button size="sm" variant="light" onClick={retry}>
            もう一度
          </Button>
          <Button size="sm" variant="subtle" onClick={takeBack}>
            追加しない
          </Button>
        </div>
      )}
    </li>
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
          className="justify-self-start"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => newRow.open(addLast.anchor, outermost)}
        >
          {kindNames[outermost]}を追加
        </Button>
      )}
    </div>
  );
}
