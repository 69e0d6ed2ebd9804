/** An attempt at a question set: how it begins, and how those of two tabs become one. */
import type { QuestionSet } from '@/api/question-sets';
import { type AnswerSheet, carryOver, emptySheet, isEmptySheet, isSameSheet, mergeSheets } from '@/study/answer-sheet';

import type { AnswerDraft, StoredDraft } from './answer-drafts';

/** Where an attempt began: empty, with answers from the device, or with those that still fit a newer version. */
export type DraftOrigin = 'new' | 'restored' | 'carried-over';

export interface OpenAttempt {
  /** The questions that are answered: they stay as they were when the first answer was given. */
  seen: QuestionSet;
  sheet: AnswerSheet;
  /** Made at the first press of 提出, and the same at each further one until an answer changes. */
  submitId?: string;
  origin: DraftOrigin;
}

/** An attempt in which nothing is answered. */
export function newAttempt(questionSet: QuestionSet): OpenAttempt {
  return { seen: questionSet, sheet: emptySheet, origin: 'new' };
}

/** An attempt in a newer version of its questions. */
export function carriedInto(newer: QuestionSet, { sheet }: Pick<OpenAttempt, 'sheet'>): OpenAttempt {
  return { seen: newer, sheet: carryOver(sheet, newer.questions), origin: 'carried-over' };
}

/** The device's draft as an attempt; without the questions it was given to, what still fits those of `current`. */
export function restoredAttempt({ draft, seen }: StoredDraft, current: QuestionSet): OpenAttempt {
  if (!seen && draft.questionSetUpdatedAt !== current.updatedAt) return carriedInto(current, { sheet: draft });
  const { answers, flagged, submit } = draft;
  return { seen: seen ?? current, sheet: { answers, flagged }, submitId: submit?.id, origin: 'restored' };
}

/**
 * The attempt of this tab with what other tabs have made of it on the device.
 *
 * @param before as this tab last knew it there; @param there as it is now.
 */
export function mergeAttempts(before: OpenAttempt, mine: OpenAttempt, there: OpenAttempt): OpenAttempt {
  const { seen } = mine.seen.updatedAt === before.seen.updatedAt ? there : mine;
  const sheetOf = (one: OpenAttempt) => (one.seen.updatedAt === seen.updatedAt ? one : carriedInto(seen, one)).sheet;
  const sheet = mergeSheets(sheetOf(before), sheetOf(mine), sheetOf(there));
  // Nothing was added to a submit that another tab has begun: pressing here, too, is the same one.
  const isTheirs = isSameSheet(sheet, sheetOf(there));
  return { ...mine, seen, sheet, submitId: (isTheirs ? there.submitId : undefined) ?? mine.submitId };
}

/** The attempt to go on with beside what lies on the device. @param stored undefined where nothing does: nothing is known. */
export function mergeStored(before: OpenAttempt, mine: OpenAttempt, stored: StoredDraft | undefined): OpenAttempt {
  if (!stored) return mine;
  const isOver = stored.draft.submit?.isQueued && mine.submitId === undefined;
  const there = isOver || isEmptySheet(stored.draft) ? newAttempt(mine.seen) : restoredAttempt(stored, mine.seen);
  return mergeAttempts(before, mine, there);
}

/** An attempt as it is kept. @param queuedId the submit that the queue has. */
export function toDraft({ seen, sheet, submitId }: OpenAttempt, queuedId: string | undefined): AnswerDraft {
  return {
    questionSetUpdatedAt: seen.updatedAt,
    answers: [...sheet.answers],
    flagged: [...sheet.flagged],
    submit: submitId === undefined ? undefined : { id: submitId, isQueued: submitId === queuedId },
  };
}
