/** A try at a question set and its draft on the device: written as it is changed, read when another tab has changed it. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { QuestionSet } from '@/api/question-sets';

import {
  type AnswerDraft,
  dropDraft,
  hearDraftChanges,
  keepDraft,
  keepSeenQuestions,
  readUnfinishedDraft,
  settleDrafts,
} from './answer-drafts';
import { type AnswerSheet, carryOver, emptySheet, isEmptySheet } from './answer-sheet';

/** `saved` only once the write is complete; `failed`: the last answers are not on the device. */
export type SaveState = 'nothing' | 'saving' | 'saved' | 'failed';

/** Where a try began: empty, with answers from the device, or with those that still fit a newer version. */
export type DraftOrigin = 'new' | 'restored' | 'carried-over';

export interface Try {
  /** The questions that are answered: they stay as they were when the first answer was given. */
  seen: QuestionSet;
  sheet: AnswerSheet;
  /** Made at the first press of 提出, and the same at each further one until an answer changes. */
  submitId?: string;
  origin: DraftOrigin;
}

/** A try in which nothing is answered. */
export function newTry(questionSet: QuestionSet): Try {
  return { seen: questionSet, sheet: emptySheet, origin: 'new' };
}

/** A try in a newer version of its questions. */
export function carriedInto(newer: QuestionSet, { sheet }: Pick<Try, 'sheet'>): Try {
  return { seen: newer, sheet: carryOver(sheet, newer.questions), origin: 'carried-over' };
}

/** The device's draft as a try; without the questions it was given to, what still fits those of today. */
async function readTry(owner: string, current: QuestionSet): Promise<Try | undefined> {
  // The worker may have sent while no page was there.
  await settleDrafts(owner);
  const stored = await readUnfinishedDraft(owner, current.id);
  if (!stored) return undefined;
  const { draft, seen } = stored;
  const sheet = { answers: draft.answers, flagged: draft.flagged };
  if (!seen && draft.questionSetUpdatedAt !== current.updatedAt) return carriedInto(current, { sheet });
  return { seen: seen ?? current, sheet, submitId: draft.submit?.id, origin: 'restored' };
}

/** Writes tries to the device, one after the other, and says how the last one went. */
function useTryWriter(owner: string) {
  const [saveState, setSaveState] = useState<SaveState>('nothing');
  const lastTurn = useRef(0);
  const savedTurn = useRef(0);
  const seenVersion = useRef<string>(undefined);
  const write = useCallback(
    async ({ seen, sheet, submitId }: Try, isQueued = false): Promise<void> => {
      lastTurn.current += 1;
      const turn = lastTurn.current;
      const isEmpty = isEmptySheet(sheet) && submitId === undefined;
      const draft: AnswerDraft = {
        questionSetUpdatedAt: seen.updatedAt,
        answers: [...sheet.answers],
        flagged: [...sheet.flagged],
        submit: submitId === undefined ? undefined : { id: submitId, isQueued },
      };
      setSaveState('saving');
      try {
        if (!isEmpty && seenVersion.current !== seen.updatedAt) await keepSeenQuestions(owner, seen);
        seenVersion.current = isEmpty ? undefined : seen.updatedAt;
        await (isEmpty ? dropDraft(owner, seen.id) : keepDraft(owner, seen.id, draft));
        if (turn !== lastTurn.current) return;
        savedTurn.current = turn;
        setSaveState(isEmpty ? 'nothing' : 'saved');
      } catch {
        if (turn === lastTurn.current) setSaveState('failed');
      }
    },
    [owner],
  );
  /** The number of the last write; undefined while what is shown is not what the device has. */
  const settledTurn = () => (savedTurn.current === lastTurn.current ? lastTurn.current : undefined);
  /** What is shown came from the device. */
  const noteRead = (found: Try | undefined) => {
    seenVersion.current = undefined;
    setSaveState(found ? 'saved' : 'nothing');
  };
  return { saveState, write, settledTurn, noteRead };
}

/** Calls back at the start, when another tab has changed the draft, and when this one comes to the front. */
function useLooks(owner: string, questionSetId: string, onLook: (isGone: () => boolean) => Promise<void>): void {
  const handleLook = useEffectEvent(onLook);
  useEffect(() => {
    let isGone = false;
    const look = () => void handleLook(() => isGone);
    const lookWhenSeen = () => document.visibilityState === 'visible' && look();
    look();
    const stopHearing = hearDraftChanges(owner, questionSetId, look);
    document.addEventListener('visibilitychange', lookWhenSeen);
    return () => {
      isGone = true;
      stopHearing();
      document.removeEventListener('visibilitychange', lookWhenSeen);
    };
  }, [owner, questionSetId]);
}

/**
 * The try that is shown, the same for whoever must not wait for the next render (`latest`), and its way to the device.
 *
 * @returns `shown` is undefined until the device has answered.
 */
export function useDeviceTry(owner: string, questionSet: QuestionSet) {
  const [shown, setShown] = useState<Try>();
  const latest = useRef<Try>(undefined);
  const { saveState, write, settledTurn, noteRead } = useTryWriter(owner);
  const place = (next: Try): Try => {
    latest.current = next;
    setShown(next);
    return next;
  };
  useLooks(owner, questionSet.id, async (isGone) => {
    const turn = settledTurn();
    const before = latest.current;
    const read = await readTry(owner, questionSet).then(
      (found) => ({ found }),
      () => undefined,
    );
    // What was answered meanwhile is newer, what could not be saved is here alone, and who cannot read knows nothing.
    if (isGone() || turn === undefined || turn !== settledTurn() || (!read && before)) return;
    const found = read?.found;
    place(found ? { ...found, origin: before?.origin ?? found.origin } : newTry(questionSet));
    noteRead(found);
  });
  return { shown, latest, place, saveState, write };
}
