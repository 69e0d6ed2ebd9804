/** An attempt at a question set: starting, restoring, and merging the attempts of two tabs. */
import type { QuestionSet } from '@/api/question-sets';
import { type AnswerSheet, carryOver, emptySheet, isEmptySheet, isSameSheet, mergeSheets } from '@/study/answer-sheet';

import type { AnswerDraft, StoredDraft } from './answer-drafts';

/**
 * The way an attempt began: without answers, restored from the device, or with those stored answers that fit a newer
 * version of the questions.
 */
export type DraftOrigin = 'new' | 'restored' | 'carried-over';

export interface OpenAttempt {
  /** The questions of the attempt, in the version of the first answer. */
  seen: QuestionSet;
  sheet: AnswerSheet;
  /**
   * The random seed that orders shuffled choices, fixed at the first answer; undefined before it, and for question sets
   * without shuffled choices.
   */
  seed?: string;
  /**
   * The id of the submit, created when the learner first presses 提出 (submit); the attempt keeps this id until an answer
   * changes.
   */
  submitId?: string;
  origin: DraftOrigin;
}

/** Returns an attempt without answers. */
export function newAttempt(questionSet: QuestionSet): OpenAttempt {
  return { seen: questionSet, sheet: emptySheet, origin: 'new' };
}

/** Carries an attempt over to a newer version of its questions. */
export function carriedInto(newer: QuestionSet, { sheet, seed }: Pick<OpenAttempt, 'sheet' | 'seed'>): OpenAttempt {
  return { seen: newer, sheet: carryOver(sheet, newer.questions), seed, origin: 'carried-over' };
}

/**
 * Converts a stored draft to an attempt. If the device lacks the questions that were answered, only the answers that
 * fit `current` are kept.
 */
export function restoredAttempt({ draft, seen }: StoredDraft, current: QuestionSet): OpenAttempt {
  const { answers, flagged, seed, submit } = draft;
  const sheet = { answers, flagged };
  if (!seen && draft.questionSetUpdatedAt !== current.updatedAt) return carriedInto(current, { sheet, seed });
  return { seen: seen ?? current, sheet, seed, submitId: submit?.id, origin: 'restored' };
}

/**
 * Merges this tab's attempt with the stored one, which other tabs may have changed (three-way merge).
 *
 * @param before the stored attempt as this tab last knew it. @param there the stored attempt now.
 */
export function mergeAttempts(before: OpenAttempt, mine: OpenAttempt, there: OpenAttempt): OpenAttempt {
  const { seen } = mine.seen.updatedAt === before.seen.updatedAt ? there : mine;
  const sheetOf = (one: OpenAttempt) => (one.seen.updatedAt === seen.updatedAt ? one : carriedInto(seen, one)).sheet;
  const sheet = mergeSheets(sheetOf(before), sheetOf(mine), sheetOf(there));
  // If the merged answers equal those that another tab is submitting, this tab uses the same submit id, so that they
  // are sent once.
  const isTheirs = isSameSheet(sheet, sheetOf(there));
  return {
    ...mine,
    seen,
    sheet,
    seed: there.seed ?? mine.seed,
    submitId: (isTheirs ? there.submitId : undefined) ?? mine.submitId,
  };
}

/** Merges this tab's attempt with the stored draft. @param stored undefined if no draft is stored. */
export function mergeStored(before: OpenAttempt, mine: OpenAttempt, stored: StoredDraft | undefined): OpenAttempt {
  if (!stored) return mine;
  const isOver = stored.draft.submit?.isQueued && mine.submitId === undefined;
  const there = isOver || isEmptySheet(stored.draft) ? newAttempt(mine.seen) : restoredAttempt(stored, mine.seen);
  return mergeAttempts(before, mine, there);
}

/** Converts an attempt to its stored form. @param queuedId the id of the queued submit. */
export function toDraft({ seen, sheet, seed, submitId }: OpenAttempt, queuedId: string | undefined): AnswerDraft {
  return {
    questionSetUpdatedAt: seen.updatedAt,
    answers: [...sheet.answers],
    flagged: [...sheet.flagged],
    seed,
    submit: submitId === undefined ? undefined : { id: submitId, isQueued: submitId === queuedId },
  };
}
