/** An attempt at a question set: its answers, and its score from the server or graded on this device. */
import * as z from 'zod/mini';

import { gradeAnswers, rescore } from '@/api/grading';
import type { QuestionSetProgress } from '@/api/progress';
import type { Explanation, QuestionSet } from '@/api/question-sets';
import { type Answer, type Submit, submitSchema } from '@/api/submits';
import { MINUTE_MS } from '@/lib/constants';
import type { QueuedEntry, RefusedEntry, SentEntry } from '@/offline/queue/entries';

type Submitting<E> = E & { call: { kind: 'answer-submit' } };

/** A submit that is queued, refused or received. */
export type SubmitEntry = Submitting<QueuedEntry> | Submitting<RefusedEntry> | Submitting<SentEntry>;

/** Returns true if an entry of the queue is a submit. */
export function isSubmitEntry<E extends QueuedEntry | RefusedEntry | SentEntry>(entry: E): entry is Submitting<E> {
  return entry.call.kind === 'answer-submit';
}

/** The results per question, and the score of an attempt. */
export type Grades = Pick<Submit, 'results' | 'score'> & { maxScore: number };

export interface Attempt {
  answers: readonly Answer[];
  /** False if the server does not send the answers of a submit, so that `answers` says nothing. */
  hasAnswers?: boolean;
  /** The grades; undefined while the attempt is ungraded (採点は送信後, "graded after sending"). */
  grades?: Grades;
  /** True if graded on this device from the stored explanation (仮採点, provisional), not yet by the server. */
  isProvisional: boolean;
  /** ISO 8601. */
  answeredAt: string;
  /** The answered version of the set; undefined when the attempt is known only from the server's progress. */
  questionSetUpdatedAt?: string;
  /** Set if the server has changed the score because the answer key was corrected. `at`: ISO 8601. */
  rescored?: { at: string; scoreBefore: number };
}

/**
 * Returns the grades that the server sent when it received a submit; undefined when it confirmed the submit without
 * grades.
 *
 * @param onDevice this device's grades, for a server that sends a score without the number of questions, or without
 * results.
 */
function receivedGrades(entry: SubmitEntry, onDevice: Grades | undefined): Grades | undefined {
  const answer = entry.state === 'sent' ? z.safeParse(submitSchema, entry.receipt.answer) : undefined;
  if (!answer?.success) return undefined;
  const { score, maxScore = onDevice?.maxScore, results } = answer.data;
  if (maxScore === undefined) return undefined;
  const isSame = score === onDevice?.score && maxScore === onDevice.maxScore;
  return { score, maxScore, results: results.length === 0 && isSame ? onDevice.results : results };
}

/** Returns true if the server's progress shows this submit as the last one. */
function isShownAsLast(entry: SubmitEntry, { lastSubmittedAt = '' }: QuestionSetProgress): boolean {
  const recordedAt = Math.min(Date.parse(entry.call.submit.answeredAt), receivedAtOf(entry));
  return entry.state === 'sent' && Date.parse(lastSubmittedAt) === recordedAt;
}

/**
 * Finds the submit whose answers this device shows for the last attempt, if the server does not send the answers: a
 * submit with the same score, which the server received within a minute of the last attempt.
 */
export function findUnansweredLast(
  progress: QuestionSetProgress | undefined,
  entries: readonly SubmitEntry[],
): SubmitEntry | undefined {
  if (progress?.lastSubmittedAt === undefined || progress.lastAnswers) return undefined;
  const { lastSubmittedAt, lastScore } = progress;
  return entries.findLast((entry) => {
    if (entry.state !== 'sent') return false;
    const score = receivedGrades(entry, undefined)?.score;
    const isSameScore = score === undefined || lastScore === undefined || score === lastScore;
    return isSameScore && Math.abs(Date.parse(lastSubmittedAt) - Date.parse(entry.receipt.receivedAt)) <= MINUTE_MS;
  });
}

/**
 * Converts a queued or received submit to an attempt.
 *
 * @param explanation undefined when it is not on the device.
 * @param progress the server's: its score of this submit is newer than that of the receipt (the stored confirmation of
 * the submit), which grading again (再採点) does not change.
 */
export function attemptOfEntry(
  entry: SubmitEntry,
  explanation: Explanation | undefined,
  progress?: QuestionSetProgress,
): Attempt {
  const { answers, answeredAt, questionSetUpdatedAt } = entry.call.submit;
  const shown = progress?.lastAnswers && isShownAsLast(entry, progress) ? attemptOfProgress(progress) : undefined;
  if (shown?.grades) return { ...shown, answers, answeredAt, questionSetUpdatedAt };
  const onDevice = explanation && gradeAnswers(explanation.questions, answers);
  const received = receivedGrades(entry, onDevice);
  const grades = received ?? onDevice;
  return { answers, grades, isProvisional: !received && grades !== undefined, answeredAt, questionSetUpdatedAt };
}

/**
 * Returns the grades that an attempt would have by the present answer key, if they differ from its own: the key was
 * corrected, and the submit was not graded again.
 *
 * @param questions the set's present questions.
 */
export function gradesOfToday(
  { answers, grades }: Attempt,
  explanation: Explanation | undefined,
  questions: QuestionSet['questions'],
): Grades | undefined {
  if (!grades || !explanation) return undefined;
  const typeOf = new Map(questions.map(({ id, type }) => [id, type]));
  const keys = new Map(
    explanation.questions.map((key) => [key.questionId, { ...key, type: typeOf.get(key.questionId) }]),
  );
  const { isChanged, ...today } = rescore(keys, { ...grades, answers });
  return isChanged ? today : undefined;
}

/** Returns the number of a set's questions that an attempt had wrong; 0 before it is graded. */
export function countWrong({ questions }: Pick<QuestionSet, 'questions'>, { grades }: Attempt): number {
  const wrong = new Set(grades?.results.filter(({ correct }) => !correct).map(({ questionId }) => questionId));
  return questions.filter(({ id }) => wrong.has(id)).length;
}

/** Converts the server's progress to the last attempt; undefined without a submit. */
export function attemptOfProgress(progress: QuestionSetProgress | undefined): Attempt | undefined {
  if (progress?.lastSubmittedAt === undefined) return undefined;
  const { lastAnswers, lastScore, maxScore, lastSubmittedAt, rescoredAt, scoreBefore } = progress;
  const answers = (lastAnswers ?? [])
    .map(({ questionId, choiceIds, text }): Answer => ({ questionId, choiceIds, text }))
    .filter(({ choiceIds, text }) => choiceIds !== undefined || text !== undefined);
  const results = (lastAnswers ?? []).flatMap(({ questionId, correct }) =>
    correct === undefined ? [] : [{ questionId, correct }],
  );
  const isGraded = lastScore !== undefined && maxScore !== undefined;
  const grades = isGraded ? { results, score: lastScore, maxScore } : undefined;
  const rescored = rescoredAt === undefined || scoreBefore === undefined ? undefined : { at: rescoredAt, scoreBefore };
  const unknown = lastAnswers === undefined && { hasAnswers: false };
  return { answers, ...unknown, grades, isProvisional: false, answeredAt: lastSubmittedAt, rescored };
}

/** Returns when the server received the submit, ms since 1970; Infinity when unknown. */
function receivedAtOf(entry: SubmitEntry): number {
  return entry.state === 'sent' && entry.receipt.byServer ? Date.parse(entry.receipt.receivedAt) : Infinity;
}

/**
 * Returns the `answeredAt` of a new attempt, ISO 8601: the server's time, but later than every attempt at the set that
 * this device knows of, so that the new attempt always counts as the last one.
 *
 * @param serverMs {@link serverNow}.
 */
export function answeredNow(
  serverMs: number,
  progress: QuestionSetProgress | undefined,
  entries: readonly SubmitEntry[],
): string {
  const known = entries.map((entry) => Math.min(Date.parse(entry.call.submit.answeredAt), receivedAtOf(entry)));
  if (progress?.lastSubmittedAt !== undefined) known.push(Date.parse(progress.lastSubmittedAt));
  return new Date(Math.max(serverMs, ...known.map((at) => at + 1))).toISOString();
}

/** Returns true if the server's progress already includes this submit or a later one. */
export function isInProgress(entry: SubmitEntry, progress: QuestionSetProgress | undefined): boolean {
  if (progress?.lastSubmittedAt === undefined) return false;
  const shownAt = Date.parse(progress.lastSubmittedAt);
  const answeredAt = Date.parse(entry.call.submit.answeredAt);
  // A queued submit is always newer than the server's progress, unless the server has received it and only its
  // confirmation was lost.
  if (entry.state !== 'sent') return shownAt === answeredAt;
  // If a device's clock is ahead, the server records the submit with the time of its own clock.
  return shownAt >= Math.min(answeredAt, receivedAtOf(entry));
}
