/** What the learner did and the server's progress does not show yet, added to it (docs/offline.md, law 1). */
import type { CourseProgress, ProgressDetail, QuestionSetProgress } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import type { QueuedEntry, SentEntry } from '@/offline/queue/entries';
import type { CallState } from '@/offline/queue/queue-counts';

import { type Attempt, attemptOfEntry, isInProgress, isSubmitEntry, type SubmitEntry } from './attempts';

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

/** A question set's progress after one more submit; only the server's score can be the best one. */
function withSubmit(
  before: QuestionSetProgress | undefined,
  entry: SubmitEntry,
  explanationOf: ExplanationOf,
): OwnQuestionSetProgress {
  const { questionSetId, answers } = entry.call.submit;
  const attempt = attemptOfEntry(entry, explanationOf(questionSetId));
  const { grades, isProvisional } = attempt;
  return {
    questionSetId,
    lessonId: before?.lessonId ?? '',
    title: before?.title ?? '',
    submitCount: (before?.submitCount ?? 0) + 1,
    lastScore: grades?.score,
    bestScore: grades && !isProvisional ? Math.max(before?.bestScore ?? 0, grades.score) : before?.bestScore,
    maxScore: grades?.maxScore ?? before?.maxScore ?? answers.length,
    lastSubmittedAt: attempt.answeredAt,
    lastAnswers: lastAnswersOf(attempt),
    pending: pendingOf(attempt),
  };
}

/** The submits that the server's progress does not show, oldest first. */
function freshSubmits(
  known: ReadonlyMap<string, QuestionSetProgress>,
  entries: readonly (QueuedEntry | SentEntry)[],
): SubmitEntry[] {
  const submits: SubmitEntry[] = entries.filter(isSubmitEntry);
  return submits
    .filter((entry) => !isInProgress(entry, known.get(entry.call.submit.questionSetId)))
    .toSorted((a, b) => a.seq - b.seq);
}

function setsOf({ courses }: ProgressDetail): Map<string, QuestionSetProgress> {
  return new Map(courses.flatMap(({ questionSets }) => questionSets).map((set) => [set.questionSetId, set]));
}

/** The question sets whose explanation tells something: a submit of theirs has no score from the server. */
export function ungradedQuestionSets(
  progress: ProgressDetail,
  entries: readonly (QueuedEntry | SentEntry)[],
): string[] {
  const ungraded = freshSubmits(setsOf(progress), entries).filter((entry) => !attemptOfEntry(entry, undefined).grades);
  return [...new Set(ungraded.map(({ call }) => call.submit.questionSetId))];
}

/** Adds submits to the sets they belong to, oldest first; those of unknown sets stand alone. */
function addSubmits(
  known: ReadonlyMap<string, QuestionSetProgress>,
  submits: readonly SubmitEntry[],
  explanationOf: ExplanationOf,
): ReadonlyMap<string, OwnQuestionSetProgress> {
  const sets = new Map<string, OwnQuestionSetProgress>(known);
  for (const entry of submits) {
    const { questionSetId } = entry.call.submit;
    sets.set(questionSetId, withSubmit(sets.get(questionSetId), entry, explanationOf));
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
  const readAt = new Map(
    entries.flatMap(({ call, queuedAt }) => (call.kind === 'lesson-read' ? [[call.lessonId, queuedAt] as const] : [])),
  );
  const readAtOf = (lessonId: string) => readAt.get(lessonId) ?? '';
  const known = setsOf(progress);
  const submits = freshSubmits(known, entries);
  const sets = addSubmits(known, submits, explanationOf);
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
    fresh: { reads: reads.map(readAtOf), submits: submits.map(({ call }) => call.submit.answeredAt) },
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
