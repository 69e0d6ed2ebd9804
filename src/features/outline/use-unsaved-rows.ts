/**
 * The unsaved rows of an outline, and their draft: the row in which the user types, and the row that is being created.
 */
import { useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { useFormDraft } from '@/device/drafts/form-drafts';
import { type RowCreation, startRow } from '@/queries/curriculum/new-rows';

import { type Anchor, placeAgain, placeAt } from './new-row-place';
import { type OutlineRow, type RowKind, rowKinds, rowsOf, type Sections } from './outline-tree';

export interface NewRowState {
  anchor: Anchor;
  kind: RowKind;
}

/** A row that is being created, or whose creation failed. */
export interface PendingRow extends NewRowState {
  title: string;
  problem?: string;
  /** The creation, which a retry continues. */
  creation: RowCreation;
  /** The row that waits for this one, because this one may be its parent. */
  next?: { kind: RowKind; title: string };
}

export interface UnsavedRows {
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

export interface PastedRow {
  kind: RowKind;
  title: string;
}

/** Returns the open new row with all text that is not yet being created; a waiting title comes before the typed one. */
export function typedRow({ at, title, pending }: UnsavedRows): (NewRowState & { title: string }) | undefined {
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
export interface RowsOutline {
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
export function useUnsavedRows(outline: RowsOutline, start: NewRowState | undefined) {
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
