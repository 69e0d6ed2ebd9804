/**
 * Moves rows of the outline, one request each; an order that could not be saved remains on the screen until it is saved
 * or reverted.
 */
import { useRef, useState } from 'react';

import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { showToast } from '@/ui/notices/toast';

import { describePlace, moveRow, type OutlineRow, type Place, rowsOf, type Sections } from './outline-tree';

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
export function useOutlineMoves(sections: Sections) {
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
