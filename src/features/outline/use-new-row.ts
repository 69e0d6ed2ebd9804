/** The state of the outline's new row: its level, its text, and the creation in the background. */
import { useEffect, useRef } from 'react';

import { type NewRow as RowToCreate, startRow, useNewRows } from '@/queries/curriculum/new-rows';
import { describeActionError } from '@/queries/save-errors';
import { readPastedOutline } from '@/study/outline/pasted-outline';
import { showToast } from '@/ui/notices/toast';

import { type Anchor, anchorOfMade, kindsAt, placeAt } from './new-row-place';
import { kindNames, type Place, type RowKind, rowKinds } from './outline-tree';
import {
  type NewRowState,
  type PastedRow,
  type PendingRow,
  type RowsOutline,
  typedRow,
  useUnsavedRows,
} from './use-unsaved-rows';

function newRowOf(courseId: string, kind: RowKind, title: string, { parentId = '', index: order }: Place): RowToCreate {
  if (kind === 'section') return { kind, fields: { courseId, title, order } };
  if (kind === 'chapter') return { kind, fields: { sectionId: parentId, title, order } };
  return { kind, fields: { chapterId: parentId, title, order } };
}

function useCreate(courseId: string) {
  const create = useNewRows(courseId);
  return async ({ kind, title, anchor, creation }: PendingRow): Promise<{ id: string }> => {
    const { made, isDoubled } = await create(newRowOf(courseId, kind, title, placeAt(anchor, kind)), creation);
    if (isDoubled) void showToast('error', `「${title}」が2つ追加されました。余分なほうを削除してください。`);
    else void showToast('success', `${kindNames[kind]}を追加しました`);
    return made;
  };
}

/** Returns a function that tells if the component is still mounted. */
function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}

/**
 * Creates one row at a time. The next row may have to wait for the row in flight, because that row may be its parent.
 */
function useCreation(courseId: string, { read, change, draft }: ReturnType<typeof useUnsavedRows>) {
  const create = useCreate(courseId);
  const isMounted = useIsMounted();

  async function run(row: PendingRow): Promise<void> {
    change({ pending: { ...row, problem: undefined } });
    try {
      const making = create(row);
      draft.keepNow();
      const anchor = anchorOfMade(row.anchor, row.kind, await making);
      const { at, pending, pasted, isPasting } = read();
      // The open row keeps its level, except below pasted rows: the last of them may have no row of that level.
      change({ at: at && { kind: isPasting ? row.kind : at.kind, anchor }, pending: undefined });
      const [first, ...others] = isPasting && !pending?.next ? pasted : [];
      const next = pending?.next ?? first;
      if (!pending?.next) change({ pasted: first ? others : pasted, isPasting: first !== undefined });
      if (next) await run({ ...next, anchor, creation: startRow() });
      else draft.keepNow();
    } catch (error) {
      const problem = describeActionError(error);
      const typed = typedRow(read());
      const at = typed && { anchor: typed.anchor, kind: typed.kind };
      change({ at, title: typed?.title ?? '', pending: { ...row, problem } });
      if (!isMounted()) void showToast('error', `「${row.title}」を追加できませんでした。${problem}`);
    }
  }
  return {
    /**
     * Begins creating a row, or queues it behind the one in flight. @returns false if another row is already queued or
     * the last one failed
     */
    begin: (row: NewRowState & { title: string }): boolean => {
      const { pending } = read();
      if (!pending) void run({ ...row, creation: startRow() });
      else if (pending.next || pending.problem !== undefined) return false;
      else change({ pending: { ...pending, next: { kind: row.kind, title: row.title } } });
      return true;
    },
    retry: () => {
      const { pending } = read();
      if (pending) void run(pending);
    },
    /** Gives up a failed row; pasted rows after it are asked again, because it may have been their parent. */
    takeBack: () => change({ pending: undefined, isPasting: false }),
  };
}

/** Returns pasted lines as rows: the first level is the new row's, or one so far out that all levels fit. */
function toRows(text: string, kind: RowKind, kinds: readonly RowKind[]): PastedRow[] {
  const lines = readPastedOutline(text);
  const depth = Math.max(0, ...lines.map((line) => line.depth));
  const outmost = rowKinds.indexOf(kinds[0] ?? kind);
  const start = Math.max(outmost, Math.min(rowKinds.indexOf(kind), rowKinds.length - 1 - depth));
  return lines.map((line) => ({ kind: rowKinds[start + line.depth] ?? 'lesson', title: line.title }));
}

/** Manages the outline's new row. @param start the new row that is open initially, for an outline without rows */
export function useNewRow(outline: RowsOutline, start?: NewRowState) {
  const isInSection = outline.sectionId !== undefined;
  const rows = useUnsavedRows(outline, start);
  const { shown, read, change, draft } = rows;
  const { at, title, pending } = shown;
  const { begin, retry, takeBack } = useCreation(outline.courseId, rows);
  const addWritten = () => {
    const now = read();
    const words = now.title.trim();
    const isBegun = now.at !== undefined && words !== '' && begin({ ...now.at, title: words });
    if (isBegun) change({ title: '' });
    return isBegun;
  };
  const confirmPasted = () => {
    const [first, ...others] = read().pasted;
    const { at: open, pending: running } = read();
    if (!open || !first || running?.problem !== undefined) return;
    // While a row is being created, that creation continues with the pasted rows.
    change({ isPasting: true, ...(running ? {} : { pasted: others }) });
    if (!running) begin({ ...open, ...first });
  };
  const place = at && pending ? anchorOfMade(pending.anchor, pending.kind, { id: '' }) : at?.anchor;
  const kinds = place ? kindsAt(place, isInSection) : [];
  return {
    at,
    title,
    pending,
    retry,
    takeBack,
    setTitle: (words: string) => change({ title: words }),
    /** The levels that the row may have. */
    kinds,
    setKind: (kind: RowKind) => {
      // A row in flight may have been created since the last render, and is then the parent.
      const { at: open } = read();
      if (open) change({ at: { ...open, kind } });
    },
    /** Returns the level one step in or out; undefined if the new row cannot have such a level. */
    kindBeside: (step: -1 | 1): RowKind | undefined => at && kinds[kinds.indexOf(at.kind) + step],
    /** The indent of a level in the list. */
    levelOf: (kind: RowKind) => rowKinds.indexOf(kind) - (isInSection ? 1 : 0),
    /** Handles Enter: creates a row with the typed title; if an earlier row failed, retries that row instead. */
    add: () => (pending?.problem === undefined ? void addWritten() : retry()),
    open: (anchor: Anchor, kind: RowKind) => change({ at: { anchor, kind }, title: '' }),
    close: () => change({ at: undefined, title: '', pasted: [], isPasting: false }),
    /** The pasted rows that wait for the user's confirmation. */
    pasted: shown.isPasting ? [] : shown.pasted,
    /**
     * Takes a pasted text of several lines as rows to confirm.
     *
     * @returns false for a single line, which is pasted as text
     */
    paste: (text: string): boolean => {
      const rowsOfText = at && !shown.isPasting ? toRows(text, at.kind, kinds) : [];
      if (rowsOfText.length > 1) change({ pasted: rowsOfText });
      return rowsOfText.length > 1;
    },
    confirmPasted,
    discardPasted: () => change({ pasted: [] }),
    /** Handles the loss of focus: a typed title is added, an empty row is closed. */
    leave: () =>
      read().pasted.length === 0 && (read().title.trim() === '' || addWritten()) && change({ at: undefined }),
    /** The rows of an earlier visit. 復元 (restore) also continues the creation of a row that may not exist yet. */
    draft: {
      offeredAt: pending ? undefined : draft.offeredAt,
      discard: draft.discard,
      restore: () => {
        draft.restore();
        retry();
      },
    },
  };
}

export type NewRow = ReturnType<typeof useNewRow>;
