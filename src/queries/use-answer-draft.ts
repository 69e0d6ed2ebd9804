/** One try at a question set while it is solved: every answer is kept on the device as it is made, until 提出. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { QuestionSet } from '@/api/question-sets';
import { now } from '@/storage/now';
import { createId } from '@/storage/unique-id';

import {
  type AnswerDraft,
  dropDraft,
  keepDraft,
  keepSeenQuestions,
  readUnfinishedDraft,
  settleDrafts,
} from './answer-drafts';
import {
  type AnswerSheet,
  type AnswerValue,
  answersGiven,
  carryOver,
  emptySheet,
  isEmptySheet,
  withAnswer,
  withFlag,
} from './answer-sheet';
import { recordCall, useOwner } from './queue';
import { submitQueries } from './submits';

/** `saved` only once the write is complete; `failed`: the last answers are not on the device. */
export type SaveState = 'nothing' | 'saving' | 'saved' | 'failed';

/** Where a try began: empty, with answers from the device, or with those that still fit a newer version. */
export type DraftOrigin = 'new' | 'restored' | 'carried-over';

interface Try {
  /** The questions that are answered: they stay as they were when the first answer was given. */
  seen: QuestionSet;
  sheet: AnswerSheet;
  /** Made at the first press of 提出, and the same at each further one until an answer changes. */
  submitId?: string;
  origin: DraftOrigin;
}

/** The device's draft as a try; without the questions it was given to, what still fits those of today. */
async function readTry(owner: string, current: QuestionSet): Promise<Try | undefined> {
  // The worker may have sent while no page was there.
  await settleDrafts(owner);
  const stored = await readUnfinishedDraft(owner, current.id);
  if (!stored) return undefined;
  const { draft, seen } = stored;
  const sheet = { answers: draft.answers, flagged: draft.flagged };
  if (seen) return { seen, sheet, submitId: draft.submit?.id, origin: 'restored' };
  if (draft.questionSetUpdatedAt === current.updatedAt) {
    return { seen: current, sheet, submitId: draft.submit?.id, origin: 'restored' };
  }
  return { seen: current, sheet: carryOver(sheet, current.questions), origin: 'carried-over' };
}

/** Writes tries to the device, one after the other, and says how the last one went. */
function useTryWriter(owner: string) {
  const [saveState, setSaveState] = useState<SaveState>('nothing');
  const lastTurn = useRef(0);
  const seenVersion = useRef<string>(undefined);
  const write = useCallback(
    async ({ seen, sheet, submitId }: Try, isQueued = false): Promise<boolean> => {
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
        if (turn === lastTurn.current) setSaveState(isEmpty ? 'nothing' : 'saved');
        return true;
      } catch {
        if (turn === lastTurn.current) setSaveState('failed');
        return false;
      }
    },
    [owner],
  );
  return { saveState, setSaveState, write };
}

/** A try as a screen handles it. */
export interface AnswerDraftControl {
  /** The questions that are answered. */
  questionSet: QuestionSet;
  sheet: AnswerSheet;
  origin: DraftOrigin;
  saveState: SaveState;
  /** A version that a teacher has saved since the first answer; undefined once the learner has chosen to go on. */
  newer: QuestionSet | undefined;
  answer: (questionId: string, value: AnswerValue) => void;
  flag: (questionId: string) => void;
  /** Throws all answers away and begins anew. */
  clear: () => void;
  /** Goes over to the newer version; answers to questions that are still there come along. */
  takeNewer: () => void;
  /** Goes on with the questions as they were seen. */
  keepSeen: () => void;
  /** Writes what was not saved once more. */
  saveAgain: () => void;
  /**
   * 提出: one call in the queue, however often it is pressed.
   *
   * @returns the submit's id.
   * @throws {StorageError} when it is NOT saved; the answers stay, and pressing again is the same submit.
   */
  submit: () => Promise<string>;
}

/** A try in a newer version of its questions. */
function carriedInto(newer: QuestionSet, { sheet }: Try): Try {
  return { seen: newer, sheet: carryOver(sheet, newer.questions), origin: 'carried-over' };
}

/** Writes the submit into the queue; the draft is its own from then on, and goes with its receipt. */
async function queueSubmit(owner: string, { seen, sheet }: Try, clientSubmitId: string): Promise<void> {
  await recordCall(owner, {
    kind: 'answer-submit',
    submit: {
      clientSubmitId,
      questionSetId: seen.id,
      questionSetUpdatedAt: seen.updatedAt,
      answers: answersGiven(sheet, seen.questions),
      answeredAt: new Date(now()).toISOString(),
    },
  });
}

/** Reads what lies on the device of a question set, once, and hands it over; nothing when the device fails. */
function useStoredTry(owner: string, questionSet: QuestionSet, onRead: (found: Try | undefined) => void): void {
  const read = useEffectEvent(() => readTry(owner, questionSet));
  const handleRead = useEffectEvent(onRead);
  useEffect(() => {
    let isGone = false;
    const handOver = (found?: Try) => {
      if (!isGone) handleRead(found);
    };
    read().then(handOver, () => handOver());
    return () => {
      isGone = true;
    };
  }, [owner, questionSet.id]);
}

/** The try that is shown, and the same for whoever must not wait for the next render. */
function useTry() {
  const [shown, setShown] = useState<Try>();
  const latest = useRef<Try>(undefined);
  const place = (next: Try): Try => {
    latest.current = next;
    setShown(next);
    return next;
  };
  return { shown, latest, place };
}

/** 提出: written to the queue once, however often it is pressed. */
function useSubmit(owner: string, write: (next: Try, isQueued?: boolean) => Promise<boolean>) {
  const queryClient = useQueryClient();
  const submitting = useRef<Promise<string>>(undefined);
  const submit = async (submitted: Try, submitId: string): Promise<string> => {
    // The queue comes first: answers that could not be kept as a draft may still be submitted.
    await write(submitted);
    await queueSubmit(owner, submitted, submitId);
    await write(submitted, true);
    await settleDrafts(owner).catch(() => undefined);
    await queryClient.fetchQuery(submitQueries.ofQuestionSet(owner, submitted.seen.id));
    return submitId;
  };
  return (begin: () => Try & { submitId: string }): Promise<string> => {
    if (submitting.current) return submitting.current;
    const submitted = begin();
    submitting.current = submit(submitted, submitted.submitId).finally(() => {
      submitting.current = undefined;
    });
    return submitting.current;
  };
}

/**
 * The try at a question set: what lies on the device, else a new one. A submit that waits is left to the queue: opening
 * the set again begins anew.
 *
 * @param questionSet as it is now; while nothing is answered the try follows it.
 * @returns undefined until the device has answered.
 */
export function useAnswerDraft(questionSet: QuestionSet): AnswerDraftControl | undefined {
  const owner = useOwner();
  const { saveState, setSaveState, write } = useTryWriter(owner);
  const { shown, latest, place } = useTry();
  const submitOnce = useSubmit(owner, write);
  const [keptVersion, setKeptVersion] = useState<string>();
  useStoredTry(owner, questionSet, (found) => {
    // Read a second time: what has been answered since is newer.
    if (latest.current) return;
    place(found ?? { seen: questionSet, sheet: emptySheet, origin: 'new' });
    if (found) setSaveState('saved');
  });

  if (!shown) return undefined;
  const seenOf = ({ sheet, seen }: Try) => (isEmptySheet(sheet) ? questionSet : seen);
  const set = (next: Try) => void write(place(next));
  const change = (edit: (sheet: AnswerSheet) => AnswerSheet) => {
    const before = latest.current ?? shown;
    set({ seen: seenOf(before), sheet: edit(before.sheet), origin: before.origin });
  };
  const beginSubmit = () => {
    const before = latest.current ?? shown;
    const submitId = before.submitId ?? createId();
    return { ...place({ ...before, seen: seenOf(before), submitId }), submitId };
  };
  const seen = seenOf(shown);
  const isNewer = Date.parse(questionSet.updatedAt) > Date.parse(seen.updatedAt);
  return {
    questionSet: seen,
    sheet: shown.sheet,
    origin: shown.origin,
    saveState,
    newer: isNewer && keptVersion !== questionSet.updatedAt ? questionSet : undefined,
    answer: (questionId, value) => change((sheet) => withAnswer(sheet, questionId, value)),
    flag: (questionId) => change((sheet) => withFlag(sheet, questionId)),
    clear: () => set({ seen: questionSet, sheet: emptySheet, origin: 'new' }),
    takeNewer: () => set(carriedInto(questionSet, shown)),
    keepSeen: () => setKeptVersion(questionSet.updatedAt),
    saveAgain: () => void write(latest.current ?? shown),
    submit: () => submitOnce(beginSubmit),
  };
}
