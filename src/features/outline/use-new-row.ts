/** The state of the outline's new row: its level, its text, and the creation in the background. */
import { useEffect, useRef, useState } from 'react';

import { type NewRow as RowToCreate, type RowCreation, startRow, useNewRows } from '@/queries/new-rows';
import { describeActionError } from '@/queries/save-errors';
import { showToast } from '@/ui/toast';

import { type Anchor, anchorOfMade, kindsAt, placeAt } from './new-row-place';
import { kindNames, type Place, type RowKind, rowKinds } from './outline-tree';

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

interface CreationEvents {
  onMade: (anchor: Anchor) => void;
  /** Called with the title of a row that waits, when the row before it could not be created. */
  onPutBack: (row: NewRowState, title: string) => void;
}

/** Creates one row at a time. The next row may have to wait for the row in flight, because that row may be its parent. */
function useCreation(courseId: string, { onMade, onPutBack }: CreationEvents) {
  const create = useCreate(courseId);
  const isMounted = useIsMounted();
  const [pending, setPending] = useState<PendingRow>();
  // A ref instead of state, because a blur event may come before the next render.
  const latest = useRef<PendingRow>(undefined);
  const waiting = useRef<{ kind: RowKind; title: string }>(undefined);
  const show = (row: PendingRow | undefined) => {
    latest.current = row;
    setPending(row);
  };

  async function run(row: PendingRow): Promise<void> {
    show({ ...row, problem: undefined });
    try {
      const made = await create(row);
      const anchor = anchorOfMade(row.anchor, row.kind, made);
      const next = waiting.current;
      waiting.current = undefined;
      onMade(anchor);
      if (next) await run({ ...next, anchor, creation: startRow() });
      else show(undefined);
    } catch (error) {
      const problem = describeActionError(error);
      show({ ...row, problem });
      if (waiting.current) onPutBack({ anchor: row.anchor, kind: waiting.current.kind }, waiting.current.title);
      waiting.current = undefined;
      if (!isMounted()) void showToast('error', `「${row.title}」を追加できませんでした。${problem}`);
    }
  }
  return {
    pending,
    /**
     * Begins creating a row, or queues it behind the one in flight. @returns false if another row is already queued or the last one
     * failed
     */
    begin: (row: NewRowState & { title: string }): boolean => {
      if (!latest.current) void run({ ...row, creation: startRow() });
      else if (waiting.current || latest.current.problem !== undefined) return false;
      else waiting.current = { kind: row.kind, title: row.title };
      return true;
    },
    retry: () => latest.current && void run(latest.current),
    takeBack: () => show(undefined),
  };
}

/** Manages the outline's new row. @param start the new row that is open initially, for an outline without rows */
export function useNewRow(courseId: string, isInSection: boolean, start?: NewRowState) {
  const [at, setAt] = useState(start);
  const [title, setTitle] = useState('');
  const { pending, begin, retry, takeBack } = useCreation(courseId, {
    onMade: (anchor) => setAt((now) => now && { ...now, anchor }),
    onPutBack: (row, words) => {
      setAt((now) => now ?? row);
      setTitle((now) => words + now);
    },
  });
  const words = title.trim();
  const addWritten = () => {
    const isBegun = at !== undefined && words !== '' && begin({ ...at, title: words });
    if (isBegun) setTitle('');
    return isBegun;
  };
  const place = at && pending ? anchorOfMade(pending.anchor, pending.kind, { id: '' }) : at?.anchor;
  const kinds = place ? kindsAt(place, isInSection) : [];
  const openAt = (row: NewRowState | undefined) => {
    setAt(row);
    setTitle('');
  };
  return {
    at,
    title,
    pending,
    retry,
    takeBack,
    setTitle,
    /** The levels that the row may have. */
    kinds,
    setKind: (kind: RowKind) => setAt((now) => now && { ...now, kind }),
    /** Returns the level one step in or out; undefined if the new row cannot have such a level. */
    kindBeside: (step: -1 | 1): RowKind | undefined => at && kinds[kinds.indexOf(at.kind) + step],
    /** The indent of a level in the list. */
    levelOf: (kind: RowKind) => rowKinds.indexOf(kind) - (isInSection ? 1 : 0),
    /** Handles Enter: creates a row with the typed title; if an earlier row failed, retries that row instead. */
    add: () => (pending?.problem === undefined ? void addWritten() : retry()),
    open: (anchor: Anchor, kind: RowKind) => openAt({ anchor, kind }),
    close: () => openAt(undefined),
    /** Handles the loss of focus: a typed title is added, an empty row is closed. */
    leave: () => (words === '' || addWritten()) && setAt(undefined),
  };
}

export type NewRow = ReturnType<typeof useNewRow>;
