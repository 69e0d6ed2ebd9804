/** The state of the outline's new row: its level, its text, and the creation in the background. */
import { useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { useFormDraft } from '@/device/drafts/form-drafts';
import { type NewRow as RowToCreate, type RowCreation, startRow, useNewRows } from '@/queries/curriculum/new-rows';
import { describeActionError } from '@/queries/save-errors';
import { readPastedOutline } from '@/study/outline/pasted-outline';
import { showToast } from '@/ui/notices/toast';

import { type Anchor, anchorOfMade, kindsAt, placeAgain, placeAt } from './new-row-place';
import { kindNames, type OutlineRow, type Place, type RowKind, rowKinds, rowsOf, type Sections } from './outline-tree';

/**
 * The unsaved rows of an outline, and their draft: the row in which the user types, and the row that is being created.
 */
interface NewRowState {
  anchor: Anchor;
  kind: RowKind;
}

/** A row that is being created, or whose creation failed. */
interface PendingRow extends NewRowState {
  title: string;
  problem?: string;
  /** The creation, which a retry continues. */
  creation: RowCreation;
  /** The row that waits for this one, because this one may be its parent. */
  next?: { kind: RowKind; title: string };
}

interface UnsavedRows {
  /** The place of the open new row; undefined while none is open. */
  at?: NewRowState;
  /** The text in the new row. */
  title: string;
  pending?: PendingRow;
  /** Pasted rows that are not created yet, in their order. */
  pasted: readonly PastedRow[];
  /** True while the pasted rows are created one after the other; false until the user has confirmed them. */
  isPasting?: boolean;
}

interface PastedRow {
  kind: RowKind;
  title: string;
}

/** Returns the open new row with all text that is not yet being created; a waiting title comes before the typed one. */
function typedRow({ at, title, pending }: UnsavedRows): (NewRowState & { title: string }) | undefined {
  const next = pending?.next;
  const row = at ?? (pending && next && { anchor: pending.anchor, kind: next.kind });
  return row && { ...row, title: (next?.title ?? '') + title };
}

const indexedSchema = z.object({ id: z.string(), index: z.number() });
const rowSchema = z.object({
  anchor: z.object({
    section: z.optional(indexedSchema),
    chapter: z.optional(indexedSchema),
    lesson: z.optional(z.object({ index: z.number() })),
  }),
  kind: z.enum(rowKinds),
  title: z.string(),
});
const draftSchema = z.object({
  typed: z.nullable(rowSchema),
  /** The row that may have been created, with the ids of its siblings before that. */
  pending: z.nullable(z.extend(rowSchema, { known: z.array(z.string()) })),
  /** Absent in drafts of earlier builds. */
  pasted: z.optional(z.array(z.object({ kind: z.enum(rowKinds), title: z.string() }))),
});
type RowsDraft = z.infer<typeof draftSchema>;

const nothing: RowsDraft = { typed: null, pending: null };

function toDraft(rows: UnsavedRows): RowsDraft {
  const typed = typedRow(rows);
  const { pending, pasted } = rows;
  const isTyped = typed && (typed.title.trim() !== '' || pasted.length > 0);
  return {
    ...(pasted.length > 0 && { pasted: [...pasted] }),
    typed: isTyped ? typed : null,
    pending: pending
      ? {
          anchor: pending.anchor,
          kind: pending.kind,
          title: pending.title,
          known: [...(pending.creation.known ?? [])],
        }
      : null,
  };
}

/** State that can also be read and changed between renders, and after the screen was left. */
function useLatestState(first: () => UnsavedRows) {
  const [shown, show] = useState(first);
  const latest = useRef(shown);
  return {
    shown,
    read: () => latest.current,
    change: (changes: Partial<UnsavedRows>) => {
      latest.current = { ...latest.current, ...changes };
      show(latest.current);
    },
  };
}

/** The outline in which rows are added. */
interface RowsOutline {
  courseId: string;
  /** The id of a section: only rows below it are shown. */
  sectionId?: string;
  sections: Sections;
}

/** Returns whether the outline shows the row that a draft may have created. */
function isMade({ sections }: RowsOutline, { anchor, kind, title, known }: NonNullable<RowsDraft['pending']>): boolean {
  const { parentId } = placeAt(anchor, kind);
  const parentOf = ({ sectionId, chapterId }: OutlineRow) =>
    ({ section: undefined, chapter: sectionId, lesson: chapterId })[kind];
  return rowsOf(sections).some(
    (row) => row.kind === kind && row.title === title && parentOf(row) === parentId && !known.includes(row.id),
  );
}

/**
 * Holds the unsaved rows, and stores them as a draft of this outline.
 *
 * @param start the new row that is open initially
 */
function useUnsavedRows(outline: RowsOutline, start: NewRowState | undefined) {
  const { courseId, sectionId, sections } = outline;
  const { shown, read, change } = useLatestState(() => ({ at: start, title: '', pasted: [] }));
  const form = {
    values: useMemo(() => toDraft(shown), [shown]),
    getValues: () => toDraft(read()),
    getInitialValues: () => nothing,
    isDirty: () => JSON.stringify(toDraft(read())) !== JSON.stringify(nothing),
    setValues: ({ typed, pending, pasted = [] }: Partial<RowsDraft>) => {
      const placed = pending && placeAgain(pending, sections, sectionId);
      // With a pending row, the typed one gets its place when that row exists, because that row may be its parent.
      const row = typed && (placed ? typed : placeAgain(typed, sections, sectionId));
      change({
        at: row ? { anchor: row.anchor, kind: row.kind } : undefined,
        title: row?.title ?? '',
        pasted,
        isPasting: false,
        pending: placed ? { ...placed, creation: startRow(new Set(placed.known)) } : undefined,
      });
    },
  };
  const draft = useFormDraft<RowsDraft>(form, {
    name: sectionId === undefined ? 'course-rows' : 'section-rows',
    id: sectionId ?? courseId,
    parse: (stored) => {
      const { data } = z.safeParse(draftSchema, stored);
      const isOver = data?.typed === null && (!data.pending || isMade(outline, data.pending));
      return isOver ? undefined : data;
    },
  });
  return { shown, read, change, draft };
}

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
