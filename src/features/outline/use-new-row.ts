/** The new row of the outline: its level, its text, and the creation that runs behind it. */
import { useEffect, useRef, useState } from 'react';

import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { showToast } from '@/ui/toast';

import { type Anchor, anchorOfMade, kindsAt, placeAt } from './new-row-place';
import { kindNames, type Place, type RowKind, rowKinds } from './outline-tree';

export interface NewRowState {
  anchor: Anchor;
  kind: RowKind;
}

/** A row that is being created, or could not be. */
export interface PendingRow extends NewRowState {
  title: string;
  problem?: string;
}

function useCreate(courseId: string) {
  const { createSection, createChapter, createLesson } = useCurriculumEdits();
  const create = (kind: RowKind, title: string, { parentId = '', index }: Place): Promise<{ id: string }> => {
    if (kind === 'section') return createSection({ courseId, title, order: index });
    if (kind === 'chapter') return createChapter({ sectionId: parentId, title, order: index });
    return createLesson({ chapterId: parentId, title, order: index });
  };
  return async (...[kind, ...row]: Parameters<typeof create>) => {
    const made = await create(kind, ...row);
    void showToast('success', `${kindNames[kind]}を追加しました`);
    return made;
  };
}

/** Returns whether the component is still on the screen. */
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
  /** Called with a title that waited for a row that could not be created. */
  onPutBack: (row: NewRowState, title: string) => void;
}

/** Creates one row at a time; the next one may wait for it, because it may be inside. */
function useCreation(courseId: string, { onMade, onPutBack }: CreationEvents) {
  const create = useCreate(courseId);
  const isMounted = useIsMounted();
  const [pending, setPending] = useState<PendingRow>();
  // Kept in a ref, because a blur may come before the next render.
  const latest = useRef<PendingRow>(undefined);
  const waiting = useRef<{ kind: RowKind; title: string }>(undefined);
  const show = (row: PendingRow | undefined) => {
    latest.current = row;
    setPending(row);
  };

  async function run(row: PendingRow): Promise<void> {
    show({ ...row, problem: undefined });
    try {
      const made = await create(row.kind, row.title, placeAt(row.anchor, row.kind));
      const anchor = anchorOfMade(row.anchor, row.kind, made);
      const next = waiting.current;
      waiting.current = undefined;
      onMade(anchor);
      if (next) await run({ ...next, anchor });
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
    /** Begins a creation, or lets it wait for the one that runs. @returns false while another one waits or has failed */
    begin: (row: PendingRow): boolean => {
      if (!latest.current) void run(row);
      else if (waiting.current || latest.current.problem !== undefined) return false;
      else waiting.current = { kind: row.kind, title: row.title };
      return true;
    },
    retry: () => latest.current && void run(latest.current),
    takeBack: () => show(undefined),
  };
}

/** @param start the row that is open at first, for an outline without rows */
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
    /** Returns the level one step in or out; undefined where there is none. */
    kindBeside: (step: -1 | 1): RowKind | undefined => at && kinds[kinds.indexOf(at.kind) + step],
    /** The indent of a level in the list. */
    levelOf: (kind: RowKind) => rowKinds.indexOf(kind) - (isInSection ? 1 : 0),
    /** Handles Enter: creates a row with the written title; if an earlier row failed, tries that one first. */
    add: () => (pending?.problem === undefined ? void addWritten() : retry()),
    open: (anchor: Anchor, kind: RowKind) => openAt({ anchor, kind }),
    close: () => openAt(undefined),
    /** Handles the loss of focus: a written title is added, an empty row closes. */
    leave: () => (words === '' || addWritten()) && setAt(undefined),
  };
}

export type NewRow = ReturnType<typeof useNewRow>;
