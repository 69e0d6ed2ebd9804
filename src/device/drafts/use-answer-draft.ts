/** Manages an attempt at a question set: every answer is stored on the device until the learner submits (提出). */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { QuestionSetProgress } from '@/api/progress';
import type { QuestionSet } from '@/api/question-sets';
import { recordCall } from '@/offline/page/record-call';
import { useMe } from '@/queries/me';
import { progressQueries } from '@/queries/progress/progress';
import { listSubmits } from '@/queries/progress/submit-entries';
import { submitQueries, useSubmits } from '@/queries/progress/submits';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { serverNow } from '@/storage/server-time';
import { createId } from '@/storage/unique-id';
import {
  type AnswerSheet,
  type AnswerValue,
  answersGiven,
  isEmptySheet,
  withAnswer,
  withFlag,
} from '@/study/answer-sheet';
import { answeredNow } from '@/study/attempts';
import { isShuffled, setInAttemptOrder } from '@/study/choice-order';

import { clearSubmittedDrafts } from './answer-drafts';
import { type SaveState, useDeviceAttempt } from './device-attempt';
import { carriedInto, type DraftOrigin, newAttempt, type OpenAttempt } from './open-attempt';

/** An attempt at a question set as a screen shows it: questions, answers and the actions on them. */
export interface AnswerDraftControl {
  /** The questions of the attempt, with shuffled choices in the attempt's order. */
  questionSet: QuestionSet;
  sheet: AnswerSheet;
  origin: DraftOrigin;
  saveState: SaveState;
  /**
   * A version of the questions that was saved after the learner's first answer; undefined if there is none, or once the
   * learner has chosen to keep the old version.
   */
  newer: QuestionSet | undefined;
  answer: (questionId: string, value: AnswerValue) => void;
  flag: (questionId: string) => void;
  /** Discards all answers of the attempt and starts over. */
  clear: () => void;
  /** Switches the attempt to the newer version of its questions; answers to questions that still exist are kept. */
  takeNewer: () => void;
  /** Continues the attempt with the old version of its questions. */
  keepSeen: () => void;
  /** Retries a failed write of the draft. */
  saveAgain: () => void;
  /**
   * Submits the answers (提出): adds one call to the queue, idempotent by the submit id.
   *
   * @returns the submit's id.
   * @throws {StorageError} when the submit is NOT stored; the screen keeps the answers, and a retry has the same submit
   * id.
   */
  submit: () => Promise<string>;
}

/** Adds the submit of an attempt's answers to the queue. */
async function queueSubmit(
  owner: OwnerKey,
  { seen, sheet }: OpenAttempt,
  clientSubmitId: string,
  progress: QuestionSetProgress | undefined,
): Promise<void> {
  const earlier = await listSubmits(owner, seen.id);
  const submit = {
    clientSubmitId,
    questionSetId: seen.id,
    questionSetUpdatedAt: seen.updatedAt,
    answers: answersGiven(sheet, seen.questions),
    answeredAt: answeredNow(await serverNow(), progress, earlier),
  };
  await recordCall(owner, { kind: 'answer-submit', submit }, seen.title);
}

/**
 * Returns a function that reads a question set's progress from the query cache, without a request; undefined when it is
 * not cached.
 */
function useKnownProgress(): (questionSetId: string) => QuestionSetProgress | undefined {
  const queryClient = useQueryClient();
  const { queryKey } = progressQueries.detail(useMe().id);
  return (questionSetId) =>
    queryClient
      .getQueryData(queryKey)
      ?.courses.flatMap(({ questionSets = [] }) => questionSets)
      .find((set) => set.questionSetId === questionSetId);
}

/**
 * Returns the seed that orders the choices of a new attempt; undefined while loading. The seed changes with each
 * submit, and a reload does not change it. From the first answer on it is stored with the draft.
 */
function useStartSeed(owner: OwnerKey, questionSetId: string): string | undefined {
  const submits = useSubmits(questionSetId);
  const progressOf = useKnownProgress();
  return submits && (submits.at(-1)?.call.submit.clientSubmitId ?? progressOf(questionSetId)?.lastSubmittedAt ?? owner);
}

/**
 * Returns the seed that orders an attempt's choices until the learner leaves its screen: the draft's, else that of a
 * new attempt. Another tab's submit changes neither.
 */
function useOrderSeed(owner: OwnerKey, questionSetId: string, drafted: string | undefined): string | undefined {
  const startSeed = useStartSeed(owner, questionSetId);
  const [kept, setKept] = useState<{ questionSetId: string; seed: string }>();
  const shown = kept?.questionSetId === questionSetId ? kept.seed : undefined;
  const seed = drafted ?? shown ?? startSeed;
  if (seed !== undefined && seed !== shown) setKept({ questionSetId, seed });
  return seed;
}

/** Returns the function that the submit button (提出) calls; concurrent presses share one submit. */
function useSubmit(owner: OwnerKey, write: (pressed: OpenAttempt, queuedId?: string) => Promise<OpenAttempt>) {
  const queryClient = useQueryClient();
  const progressOf = useKnownProgress();
  const submitting = useRef<Promise<string>>(undefined);
  const submit = async (pressed: OpenAttempt & { submitId: string }): Promise<string> => {
    // `write` resolves even when the draft could not be stored, so that the answers can be submitted in any case.
    const written = await write(pressed);
    const submitId = written.submitId ?? pressed.submitId;
    await queueSubmit(owner, written, submitId, progressOf(written.seen.id));
    await write(written, submitId);
    await clearSubmittedDrafts(owner).catch(() => undefined);
    await queryClient.fetchQuery(submitQueries.one(owner, written.seen.id, submitId));
    return submitId;
  };
  return (begin: () => OpenAttempt & { submitId: string }): Promise<string> => {
    submitting.current ??= submit(begin()).finally(() => {
      submitting.current = undefined;
    });
    return submitting.current;
  };
}

/**
 * Returns the attempt at a question set: the stored draft, else a new attempt. A draft whose submit is already queued
 * is not restored: opening the set again starts a new attempt.
 *
 * @param questionSet the current version; an attempt without answers always uses it.
 * @returns undefined while loading.
 */
export function useAnswerDraft(questionSet: QuestionSet): AnswerDraftControl | undefined {
  const owner = useOwner();
  const { shown, latest, place, saveState, write } = useDeviceAttempt(owner, questionSet);
  const submitOnce = useSubmit(owner, write);
  const orderSeed = useOrderSeed(owner, questionSet.id, shown?.seed);
  const [keptVersion, setKeptVersion] = useState<string>();

  if (!shown || orderSeed === undefined) return undefined;
  const seenOf = ({ sheet, seen }: OpenAttempt) => (isEmptySheet(sheet) ? questionSet : seen);
  const set = (next: OpenAttempt) => void write(place(next));
  const change = (edit: (sheet: AnswerSheet) => AnswerSheet) => {
    const before = latest.current ?? shown;
    const seen = seenOf(before);
    const seed = isShuffled(seen) ? (before.seed ?? orderSeed) : undefined;
    set({ seen, seed, sheet: edit(before.sheet), origin: before.origin });
  };
  const beginSubmit = () => {
    const before = latest.current ?? shown;
    const submitId = before.submitId ?? createId();
    return { ...place({ ...before, seen: seenOf(before), submitId }), submitId };
  };
  const seen = seenOf(shown);
  // A cached question set may be older than the answered version. If the server's version is older, the server was
  // restored from a backup, and its version counts as the newer one.
  const isOther = Date.parse(questionSet.updatedAt ?? '') - Date.parse(seen.updatedAt ?? '');
  const isNewer = isOther > 0 || (isOther < 0 && questionSet.cachedAt === undefined);
  return {
    questionSet: setInAttemptOrder(seen, orderSeed),
    sheet: shown.sheet,
    origin: shown.origin,
    saveState,
    newer: isNewer && keptVersion !== questionSet.updatedAt ? questionSet : undefined,
    answer: (questionId, value) => change((sheet) => withAnswer(sheet, questionId, value)),
    flag: (questionId) => change((sheet) => withFlag(sheet, questionId)),
    clear: () => set(newAttempt(questionSet)),
    takeNewer: () => set(carriedInto(questionSet, shown)),
    keepSeen: () => setKeptVersion(questionSet.updatedAt),
    saveAgain: () => void write(latest.current ?? shown),
    submit: () => submitOnce(beginSubmit),
  };
}
