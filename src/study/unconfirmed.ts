/** What the learner did and the server's progress does not show yet, added to it (docs/offline.md, law 1). */
import type { CourseProgress, ProgressDetail, QuestionSetProgress } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { MINUTE_MS } from '@/lib/constants';
import type { QueuedEntry, SentEntry } from '@/offline/queue/entries';
import type { CallState } from '@/offline/queue/queue-counts';
import { subjectOf } from '@/offline/queue/queued-calls';

import { type Attempt, attemptOfEntry, type Grades, isInProgress, isSubmitEntry, type SubmitEntry } from './attempts';

/** A question set's progress with what waits. */
export interface OwnQuestionSetProgress extends QuestionSetProgress {
  /**
   * Where the last score is not the server's: `provisional` is graded on this device (仮採点), `unscored` by nobody yet,
   * so that there is neither a score nor a last answer that could be called right or wrong (採点は送信後).
   */
  pending?: 'provisional' | 'unscored';
}

export interface OwnCourseProgress extends CourseProgress {
  questionSets: OwnQuestionSetProgress[];
}

/** The own progress: the server's, and what waits or was just received. */
export interface OwnProgress extends ProgressDetail {
  courses: OwnCourseProgress[];
  /** Read, but the device does not know in which course. */
  unplacedReads: readonly string[];
  /** Answered, but the server's progress has no such question set yet. */
  unplacedQuestionSets: readonly OwnQuestionSetProgress[];
  /** When each reading and submit was made that the server's progress does not show, ISO 8601; nothing of other people. */
  fresh?: { reads: readonly string[]; submits: readonly string[] };
}

/** The explanation of a question set; undefined where the device does not have it. */
export type ExplanationOf = (questionSetId: string) => Explanation | undefined;

/** The lessons that are read by what waits or was received, and that `progress` does not name. */
export function unconfirmedReads(progress: ProgressDetail, states: readonly CallState[]): string[] {
  const known = new Set(progress.courses.flatMap(({ readLessons }) => readLessons.map(({ lessonId }) => lessonId)));
  const read = states.filter(
    ({ kind, state, subject }) => kind === 'lesson-read' && state !== 'refused' && !known.has(subject),
  );
  return [...new Set(read.map(({ subject }) => subject))];
}

/**
 * What was received a while before the server told this progress, and is about no lesson or question set in it: a teacher may have
 * taken that away, or the server has forgotten; each once.
 *
 * @param toldAt milliseconds since 1970.
 */
export function unshownReceipts(
  progress: ProgressDetail,
  toldAt: number,
  entries: readonly (QueuedEntry | SentEntry)[],
): Pick<CallState, 'kind' | 'subject'>[] {
  const shown = {
    'lesson-read': new Set(progress.courses.flatMap(({ readLessons }) => readLessons.map(({ lessonId }) => lessonId))),
    'answer-submit': setsOf(progress),
  };
  const unshown = new Map<string, Pick<CallState, 'kind' | 'subject'>>();
  for (const entry of entries) {
    const [kind, subject] = [entry.call.kind, subjectOf(entry.call)];
    if (entry.state !== 'sent' || shown[kind].has(subject)) continue;
    // Where several servers share the work it may not be shown at once.
    if (Date.parse(entry.receipt.receivedAt) + MINUTE_MS < toldAt) unshown.set(`${kind} ${subject}`, { kind, subject });
  }
  return [...unshown.values()];
}

/** The answers with right and wrong, as the server's progress has them. */
function lastAnswersOf({ answers, grades }: Attempt): QuestionSetProgress['lastAnswers'] {
  const answerOf = new Map(answers.map((answer) => [answer.questionId, answer]));
  return (grades?.results ?? []).map(({ questionId, correct }) => {
    const { choiceIds, text } = answerOf.get(questionId) ?? {};
    return { questionId, correct, choiceIds, text };
  });
}

function pendingOf({ grades, isProvisional }: Attempt): OwnQuestionSetProgress['pending'] {
  if (!grades) return 'unscored';
  return isProvisional ? 'provisional' : undefined;
}

/** The server's best score of those with as many questions: a teacher may have changed their number. */
function bestOf(
  maxScore: number,
  before: QuestionSetProgress | undefined,
  told: readonly Grades[],
): number | undefined {
  const scores = told.filter((grades) => grades.maxScore === maxScore).map(({ score }) => score);
  if (before?.bestScore !== undefined && before.maxScore === maxScore) scores.push(before.bestScore);
  return scores.length > 0 ? Math.max(...scores) : undefined;
}

/** A question set's progress after submits; only the server's score can be the best one. @param entries oldest first. */
function withSubmits(
  before: QuestionSetProgress | undefined,
  entries: readonly SubmitEntry[],
  last: SubmitEntry,
  explanation: Explanation | undefined,
): OwnQuestionSetProgress {
  const { questionSetId, answers } = last.call.submit;
  // Of those that the server has not graded the last one says all.
  const attempt = attemptOfEntry(last, explanation);
  const received = entries
    .filter(({ state }) => state === 'sent')
    .map((entry) => attemptOfEntry(entry, undefined).grades);
  const told = received.filter((grades) => grades !== undefined);
  const maxScore = (attempt.grades ?? told.at(-1) ?? before)?.maxScore ?? answers.length;
  return {
    questionSetId,
    lessonId: before?.lessonId ?? '',
    title: before?.title ?? '',
    submitCount: (before?.submitCount ?? 0) + entries.length,
    lastScore: attempt.grades?.score,
    bestScore: bestOf(maxScore, before, told),
    maxScore,
    lastSubmittedAt: attempt.answeredAt,
    lastAnswers: lastAnswersOf(attempt),
    pending: pendingOf(attempt),
  };
}

function setsOf({ courses }: ProgressDetail): Map<string, QuestionSetProgress> {
  return new Map(courses.flatMap(({ questionSets }) => questionSets).map((set) => [set.questionSetId, set]));
}

/** What the calls of this device add to the server's progress. */
interface Fresh {
  /** The submits that it does not show, by question set, oldest first: never none of a set. */
  submitsOf: ReadonlyMap<string, readonly SubmitEntry[]>;
  /** When each of them was answered. */
  answeredAt: readonly string[];
  /** Lesson id → when it was read. */
  readAt: ReadonlyMap<string, string>;
}

function findFresh(progress: ProgressDetail, entries: readonly (QueuedEntry | SentEntry)[]): Fresh {
  const known = setsOf(progress);
  const submitsOf = new Map<string, SubmitEntry[]>();
  const answeredAt: string[] = [];
  const readAt = new Map<string, string>();
  for (const entry of entries) {
    if (entry.call.kind === 'lesson-read') readAt.set(entry.call.lessonId, entry.queuedAt);
    if (!isSubmitEntry(entry)) continue;
    const { questionSetId } = entry.call.submit;
    if (isInProgress(entry, known.get(questionSetId))) continue;
    const submits = submitsOf.get(questionSetId);
    if (submits) submits.push(entry);
    else submitsOf.set(questionSetId, [entry]);
    answeredAt.push(entry.call.submit.answeredAt);
  }
  for (const submits of submitsOf.values()) submits.sort((a, b) => a.seq - b.seq);
  return { submitsOf, answeredAt, readAt };
}

const found = new WeakMap<readonly (QueuedEntry | SentEntry)[], { progress: ProgressDetail; fresh: Fresh }>();

/** The same for all parts of a screen that ask: thousands may wait, and they are looked through once. */
function freshOf(progress: ProgressDetail, entries: readonly (QueuedEntry | SentEntry)[]): Fresh {
  const before = found.get(entries);
  if (before?.progress === progress) return before.fresh;
  const fresh = findFresh(progress, entries);
  found.set(entries, { progress, fresh });
  return fresh;
}

/** The question sets whose explanation tells something: their last submit has no score from the server. */
export function ungradedQuestionSets(
  progress: ProgressDetail,
  entries: readonly (QueuedEntry | SentEntry)[],
): string[] {
  const sets = [...freshOf(progress, entries).submitsOf];
  return sets.flatMap(([questionSetId, submits]) => {
    const last = submits.at(-1);
    return last && !attemptOfEntry(last, undefined).grades ? [questionSetId] : [];
  });
}

/** Adds submits to the sets they belong to; those of unknown sets stand alone. */
function addSubmits(
  known: ReadonlyMap<string, QuestionSetProgress>,
  { submitsOf }: Fresh,
  explanationOf: ExplanationOf,
): ReadonlyMap<string, OwnQuestionSetProgress> {
  const sets = new Map<string, OwnQuestionSetProgress>(known);
  for (const [questionSetId, submits] of submitsOf) {
    const last = submits.at(-1);
    if (last)
      sets.set(questionSetId, withSubmits(known.get(questionSetId), submits, last, explanationOf(questionSetId)));
  }
  return sets;
}

/**
 * Adds up what the server said and what this device knows beyond it.
 *
 * @param states of all that waits or was received; @param entries the same with their contents, as many as are listed.
 * @param courseOf the course of a lesson; undefined where the device does not know it.
 * @param explanationOf grades what waits; without it nothing is graded.
 */
export function addUnconfirmed(
  progress: ProgressDetail,
  states: readonly CallState[],
  entries: readonly (QueuedEntry | SentEntry)[],
  courseOf: (lessonId: string) => string | undefined,
  explanationOf: ExplanationOf = () => undefined,
): OwnProgress {
  const reads = unconfirmedReads(progress, states);
  const fresh = freshOf(progress, entries);
  const readAtOf = (lessonId: string) => fresh.readAt.get(lessonId) ?? '';
  const known = setsOf(progress);
  const sets = addSubmits(known, fresh, explanationOf);
  const readsOf = (courseId: string) =>
    reads.filter((id) => courseOf(id) === courseId).map((lessonId) => ({ lessonId, readAt: readAtOf(lessonId) }));
  const courses = progress.courses.map((course) => ({
    ...course,
    readLessons: [...course.readLessons, ...readsOf(course.courseId)],
    questionSets: course.questionSets.map((set) => sets.get(set.questionSetId) ?? set),
  }));
  const startedIds = new Set(reads.flatMap((id) => courseOf(id) ?? []));
  for (const { courseId } of courses) startedIds.delete(courseId);
  const started = [...startedIds].map((courseId): OwnCourseProgress => ({
    courseId,
    courseTitle: '',
    lessonCount: 0,
    readLessons: readsOf(courseId),
    questionSets: [],
  }));
  return {
    ...progress,
    courses: [...courses, ...started],
    unplacedReads: reads.filter((id) => courseOf(id) === undefined),
    unplacedQuestionSets: [...sets.values()].filter(({ questionSetId }) => !known.has(questionSetId)),
    fresh: { reads: reads.map(readAtOf), submits: fresh.answeredAt },
  };
}

/** What a learner has done in one question set; undefined while nothing was submitted. */
export function questionSetProgressOf(
  progress: OwnProgress,
  questionSetId: string,
): OwnQuestionSetProgress | undefined {
  return [...progress.unplacedQuestionSets, ...progress.courses.flatMap(({ questionSets }) => questionSets)].find(
    (questionSet) => questionSet.questionSetId === questionSetId,
  );
}
