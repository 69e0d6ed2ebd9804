/** One attempt at a question set: its answers, and what is known of its score, from the server or graded on this device. */
import * as z from 'zod/mini';

import { gradeAnswer } from '@/api/grading';
import type { QuestionSetProgress } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { type Answer, type Submit, submitSchema } from '@/api/submits';
import type { QueuedEntry, RefusedEntry, SentEntry } from '@/offline/queue/entries';

type Submitting<E> = E & { call: { kind: 'answer-submit' } };

/** A submit that waits, was refused, or was received. */
export type SubmitEntry = Submitting<QueuedEntry> | Submitting<RefusedEntry> | Submitting<SentEntry>;

/** Whether an entry of the queue is a submit. */
export function isSubmitEntry<E extends QueuedEntry | RefusedEntry | SentEntry>(entry: E): entry is Submitting<E> {
  return entry.call.kind === 'answer-submit';
}

/** Which answers are right, and how many of how many. */
export type Grades = Pick<Submit, 'results' | 'score' | 'maxScore'>;

export interface Attempt {
  answers: readonly Answer[];
  /** Undefined until somebody has graded it: 採点は送信後. */
  grades?: Grades;
  /** Graded on this device from the saved explanation, and not by the server yet: 仮採点. */
  isProvisional: boolean;
  /** ISO 8601. */
  answeredAt: string;
  /** The version of the set that was seen; undefined of what only the server remembers. */
  questionSetUpdatedAt?: string;
}

/** Grades answers by the rule that the server has (docs/wire.md, "Resources"). */
export function gradeOnDevice(explanation: Explanation, answers: readonly Answer[]): Grades {
  const answerOf = new Map(answers.map((answer) => [answer.questionId, answer]));
  const results = explanation.questions.map((key) => ({
    questionId: key.questionId,
    correct: gradeAnswer(key, answerOf.get(key.questionId)),
  }));
  return { results, score: results.filter(({ correct }) => correct).length, maxScore: results.length };
}

/** The grades in a receipt; undefined when a server acknowledged without telling them. */
function receivedGrades(entry: SubmitEntry): Grades | undefined {
  const answer = entry.state === 'sent' ? z.safeParse(submitSchema, entry.receipt.answer) : undefined;
  return answer?.success ? answer.data : undefined;
}

/** The attempt that a submit of the queue or a receipt is. @param explanation as far as the device has it. */
export function attemptOfEntry(entry: SubmitEntry, explanation: Explanation | undefined): Attempt {
  const { answers, answeredAt, questionSetUpdatedAt } = entry.call.submit;
  const received = receivedGrades(entry);
  const grades = received ?? (explanation && gradeOnDevice(explanation, answers));
  return { answers, grades, isProvisional: !received && grades !== undefined, answeredAt, questionSetUpdatedAt };
}

/** The attempt that the server's progress remembers; undefined while nothing was submitted. */
export function attemptOfProgress(progress: QuestionSetProgress | undefined): Attempt | undefined {
  if (progress?.lastSubmittedAt === undefined) return undefined;
  const { lastAnswers, lastScore, maxScore, lastSubmittedAt } = progress;
  const answers = lastAnswers
    .map(({ questionId, choiceIds, text }): Answer => ({ questionId, choiceIds, text }))
    .filter(({ choiceIds, text }) => choiceIds !== undefined || text !== undefined);
  const results = lastAnswers.map(({ questionId, correct }) => ({ questionId, correct }));
  const grades = lastScore === undefined ? undefined : { results, score: lastScore, maxScore };
  return { answers, grades, isProvisional: false, answeredAt: lastSubmittedAt };
}

/** When the server received it, in ms; Infinity where it did not say. */
function receivedAtOf(entry: SubmitEntry): number {
  return entry.state === 'sent' && entry.receipt.byServer ? Date.parse(entry.receipt.receivedAt) : Infinity;
}

/**
 * When an attempt that is made now was answered, ISO 8601: by the server's clock, and later than every one of the set that this
 * device knows of, for whoever answers has seen those.
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

/** True when the server's progress shows this submit, or a later one, already. */
export function isInProgress(entry: SubmitEntry, progress: QuestionSetProgress | undefined): boolean {
  if (progress?.lastSubmittedAt === undefined) return false;
  const shownAt = Date.parse(progress.lastSubmittedAt);
  const answeredAt = Date.parse(entry.call.submit.answeredAt);
  // What waits is never in the past, whatever a clock says; unless it has arrived and only its receipt has not.
  if (entry.state !== 'sent') return shownAt === answeredAt;
  // The server counts from its own clock what a device's clock puts into the future.
  return shownAt >= Math.min(answeredAt, receivedAtOf(entry));
}
