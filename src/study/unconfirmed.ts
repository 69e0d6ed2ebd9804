/** Adds the learner's unconfirmed calls to the server's progress (docs/offline.md, law 1). */
import type { CourseProgress, ProgressDetail, QuestionSetProgress } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { MINUTE_MS } from '@/lib/constants';
import type { QueuedEntry, SentEntry } from '@/offline/queue/entries';
import type { CallState } from '@/offline/queue/queue-counts';
import { subjectOf } from '@/offline/queue/queued-calls';

import { type Attempt, attemptOfEntry, type Grades, isInProgress, isSubmitEntry, type SubmitEntry } from './attempts';

/** A question set's progress with queued submits. */
export interface OwnQuestionSetProgress extends QuestionSetProgress {
  /**
   * Set when the last score is not the server's. `provisional`: graded on this device (仮採点). `unscored`: not graded yet
   * (採点は送信後, "graded after sending"), so there is neither a score nor a graded last answer.
   */
  pending?: 'provisional' | 'unscored';
}

export interface OwnCourseProgress extends CourseProgress {
  questionSets?: OwnQuestionSetProgress[] | undefined;
}

/** The user's own progress: the server's, with queued and freshly received calls. */
export interface OwnProgress extends ProgressDetail {
  courses: OwnCourseProgress[];
  /** Lessons read whose course the device does not know, or whose course comes without its list of read lessons. */
  unplacedReads: readonly string[];
  /** Answered question sets that the server's progress does not include. */
  unplacedQuestionSets: readonly OwnQuestionSetProgress[];
  /**
   * Times (ISO 8601) of reads and submits that the server's progress does not include; only for the user's own
   * progress.
   */
  fresh?: { reads: readonly string[]; submits: readonly string[] };
}

/** Returns the explanation of a question set; undefined when it is not on the device. */
export type ExplanationOf = (questionSetId: string) => Explanation | undefined;

/** Returns the lessons read in any course of the server's progress. */
function readIn({ courses }: ProgressDetail): ReadonlySet<string> {
  return new Set(courses.flatMap(({ readLessons = [] }) => readLessons.map(({ lessonId }) => lessonId)));
}

/** Returns true if every course of the progress has this list; a server may leave it out. */
function hasLists({ courses }: ProgressDetail, list: 'readLessons' | 'questionSets'): boolean {
  return courses.every((course) => course[list] !== undefined);
}

/** Returns the lessons that are read by queued or received calls but not by `progress`. */
export function unconfirmedReads(progress: ProgressDetail, states: readonly CallState[]): string[] {
  const known = readIn(progress);
  const read = states.filter(
    ({ kind, state, subject }) => kind === 'lesson-read' && state !== 'refused' && !known.has(subject),
  );
  return [...new Set(read.map(({ subject }) => subject))];
}

/**
 * Returns the distinct lessons and question sets of received calls that are older than this progress but not included
 * in it: a teacher may have deleted the lesson or question set, or the server has lost the call. Calls whose lists the
 * server leaves out are not returned.
 *
 * @param toldAt when the server sent the progress, milliseconds since 1970.
 */
export function unshownReceipts(
  progress: ProgressDetail,
  toldAt: number,
  entries: readonly (QueuedEntry | SentEntry)[],
): Pick<CallState, 'kind' | 'subject'>[] {
  const shown = {
    'lesson-read': hasLists(progress, 'readLessons') && readIn(progress),
    'answer-submit': hasLists(progress, 'questionSets') && setsOf(progress),
  };
  const unshown = new Map<string, Pick<CallState, 'kind' | 'subject'>>();
  for (const entry of entries) {
    const [kind, subject] = [entry.call.kind, subjectOf(entry.call)];
    if (entry.state !== 'sent' || !shown[kind] || shown[kind].has(subject)) continue;
    // Allow a grace period of one minute: with several server instances the progress may show a received call only
    // after a moment.
    if (Date.parse(entry.receipt.receivedAt) + MINUTE_MS < toldAt) unshown.set(`${kind} ${subject}`, { kind, subject });
  }
  return [...unshown.values()];
}

/** Returns the graded answers as the server's progress would list them. */
function lastAnswersOf({ answers, grades }: Attempt): QuestionSetProgress['lastAnswers'] {
  const answerOf = new Map(answers.map((answer) => [answer.questionId, answer]));
  return (grades?.results ?? []).map(({ questionId, correct }) => {
    const { choiceIds, text } = answerOf.get(questionId) ?? {};
    return { questionId, correct, choiceIds, text };
  });
}

function pendingOf({ grades, isProvisional }: Attempt, { state }: SubmitEntry): OwnQuestionSetProgress['pending'] {
  // A received submit is not waiting, even if the server sent no score.
  if (!grades) return state === 'sent' ? undefined : 'unscored';
  return isProvisional ? 'provisional' : undefined;
}

/**
 * Returns the server's best score among submits with `maxScore` questions: a teacher may have changed their number
 * (score-cases.ts).
 */
function bestOf(
  maxScore: number,
  before: QuestionSetProgress | undefined,
  graded: readonly Grades[],
): number | undefined {
  const scores = graded.filter((grades) => grades.maxScore === maxScore).map(({ score }) => score);
  if (before?.bestScore !== undefined && before.maxScore === maxScore) scores.push(before.bestScore);
  return scores.length > 0 ? Math.max(...scores) : undefined;
}

/**
 * Returns a question set's progress after submits; only scores of the server count as the best.
 *
 * @param countBefore the number of submits in the server's progress; undefined if unknown. @param entries oldest first.
 */
function withSubmits({
  before,
  countBefore,
  entries,
  last,
  explanation,
}: {
  before: QuestionSetProgress | undefined;
  countBefore: number | undefined;
  entries: readonly SubmitEntry[];
  last: SubmitEntry;
  explanation: Explanation | undefined;
}): OwnQuestionSetProgress {
  const { questionSetId, answers } = last.call.submit;
  // Only the last submit's grade is shown; ungraded earlier ones are just counted.
  const attempt = attemptOfEntry(last, explanation);
  const received = entries
    .filter(({ state }) => state === 'sent')
    .map((entry) => attemptOfEntry(entry, undefined).grades);
  const graded = received.filter((grades) => grades !== undefined);
  const maxScore = (attempt.grades ?? graded.at(-1) ?? before)?.maxScore ?? answers.length;
  return {
    questionSetId,
    lessonId: before?.lessonId,
    title: before?.title,
    submitCount: countBefore === undefined ? undefined : countBefore + entries.length,
    lastScore: attempt.grades?.score,
    bestScore: bestOf(maxScore, before, graded),
    maxScore,
    lastSubmittedAt: attempt.answeredAt,
    lastAnswers: lastAnswersOf(attempt),
    pending: pendingOf(attempt, last),
  };
}

function setsOf({ courses }: ProgressDetail): Map<string, QuestionSetProgress> {
  return new Map(courses.flatMap(({ questionSets = [] }) => questionSets).map((set) => [set.questionSetId, set]));
}

/** The calls of this device that must be added to the server's progress. */
interface Fresh {
  /** Submits that the server's progress does not include, by question set, oldest first; no empty lists. */
  submitsOf: ReadonlyMap<string, readonly SubmitEntry[]>;
  /** The times of the submits that the progress does not include. */
  answeredAt: readonly string[];
  /** The time at which each lesson was read, by lesson id. */
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

/**
 * Returns the calls to add to the server's progress, cached for all components of a screen, because thousands of calls
 * may be queued.
 */
function freshOf(progress: ProgressDetail, entries: readonly (QueuedEntry | SentEntry)[]): Fresh {
  const before = found.get(entries);
  if (before?.progress === progress) return before.fresh;
  const fresh = findFresh(progress, entries);
  found.set(entries, { progress, fresh });
  return fresh;
}

/**
 * Returns the question sets whose last submit has no score from the server, so that their explanation is needed to
 * grade it.
 */
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

/** Adds submits to the progress of their question sets; sets that the progress lacks are added. */
function addSubmits(
  progress: ProgressDetail,
  { submitsOf }: Fresh,
  explanationOf: ExplanationOf,
): ReadonlyMap<string, OwnQuestionSetProgress> {
  const sets = new Map<string, OwnQuestionSetProgress>(setsOf(progress));
  const countOfNew = hasLists(progress, 'questionSets') ? 0 : undefined;
  for (const [questionSetId, entries] of submitsOf) {
    const last = entries.at(-1);
    const before = sets.get(questionSetId);
    const countBefore = before ? before.submitCount : countOfNew;
    const explanation = explanationOf(questionSetId);
    if (last) sets.set(questionSetId, withSubmits({ before, countBefore, entries, last, explanation }));
  }
  return sets;
}

/** The calls of this device. */
export interface OwnCalls {
  /** The states of all queued and received calls. */
  states: readonly CallState[];
  /** The same calls with their contents, as far as they are loaded. */
  entries: readonly (QueuedEntry | SentEntry)[];
}

/**
 * Combines the server's progress with the calls of this device.
 * @param courseOf returns a lesson's course id; undefined when unknown.
 * @param explanationOf used to grade queued submits; without it they stay ungraded.
 */
export function addUnconfirmed(
  progress: ProgressDetail,
  { states, entries }: OwnCalls,
  courseOf: (lessonId: string) => string | undefined,
  explanationOf: ExplanationOf = () => undefined,
): OwnProgress {
  const reads = unconfirmedReads(progress, states);
  const fresh = freshOf(progress, entries);
  const readAtOf = (lessonId: string) => fresh.readAt.get(lessonId) ?? '';
  const known = setsOf(progress);
  const sets = addSubmits(progress, fresh, explanationOf);
  const unlistedIds = new Set(
    progress.courses.filter(({ readLessons }) => !readLessons).map(({ courseId }) => courseId),
  );
  const readsOf = (courseId: string) =>
    reads.filter((id) => courseOf(id) === courseId).map((lessonId) => ({ lessonId, readAt: readAtOf(lessonId) }));
  const courses = progress.courses.map((course) => ({
    ...course,
    // A list that the server leaves out stays unknown.
    readLessons: course.readLessons && [...course.readLessons, ...readsOf(course.courseId)],
    questionSets: course.questionSets?.map((set) => sets.get(set.questionSetId) ?? set),
  }));
  const startedIds = new Set(reads.flatMap((id) => courseOf(id) ?? []));
  for (const { courseId } of courses) startedIds.delete(courseId);
  const started = [...startedIds].map((courseId): OwnCourseProgress => ({
    courseId,
    courseTitle: '',
    lessonCount: undefined,
    readLessons: readsOf(courseId),
    questionSets: [],
  }));
  return {
    ...progress,
    courses: [...courses, ...started],
    unplacedReads: reads.filter((id) => {
      const courseId = courseOf(id);
      return courseId === undefined || unlistedIds.has(courseId);
    }),
    unplacedQuestionSets: [...sets.values()].filter(({ questionSetId }) => !known.has(questionSetId)),
    fresh: { reads: reads.map(readAtOf), submits: fresh.answeredAt },
  };
}

/** Returns the progress in one question set; undefined without a submit. */
export function questionSetProgressOf(
  progress: OwnProgress,
  questionSetId: string,
): OwnQuestionSetProgress | undefined {
  return [...progress.unplacedQuestionSets, ...progress.courses.flatMap(({ questionSets = [] }) => questionSets)].find(
    (questionSet) => questionSet.questionSetId === questionSetId,
  );
}
