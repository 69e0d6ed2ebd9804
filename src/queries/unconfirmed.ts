import * as z from 'zod/mini';

/** What the learner did and the server's progress does not show yet, added to it (offline design, law 1). */
import type { CourseProgress, ProgressDetail, QuestionSetProgress } from '@/api/progress';
import { submitSchema } from '@/api/submits';
import type { QueuedEntry, SentEntry } from '@/offline/entries';
import type { Mark } from '@/offline/queue-lists';

/** The own progress: the server's, and what waits or was just received. */
export interface OwnProgress extends ProgressDetail {
  /** Read, but the device does not know in which course. */
  unplacedReads: readonly string[];
  /** Answered, but the server's progress has no such question set yet. */
  unplacedQuestionSets: readonly QuestionSetProgress[];
}

type Submitted = (QueuedEntry | SentEntry) & { call: { kind: 'answer-submit' } };

const isSubmitted = (entry: QueuedEntry | SentEntry): entry is Submitted => entry.call.kind === 'answer-submit';

/** The lessons that are read by what waits or was received, and that `progress` does not name. */
export function unconfirmedReads(progress: ProgressDetail, marks: readonly Mark[]): string[] {
  const known = new Set(progress.courses.flatMap(({ readLessons }) => readLessons.map(({ lessonId }) => lessonId)));
  const read = marks.filter(
    ({ kind, state, subject }) => kind === 'lesson-read' && state !== 'refused' && !known.has(subject),
  );
  return [...new Set(read.map(({ subject }) => subject))];
}

/** A question set's progress after one more submit; the score is known once the server has received it. */
function withSubmit(before: QuestionSetProgress | undefined, entry: Submitted): QuestionSetProgress {
  const { submit } = entry.call;
  const answer = entry.state === 'sent' ? z.safeParse(submitSchema, entry.receipt.answer) : undefined;
  const received = answer?.success ? answer.data : undefined;
  return {
    questionSetId: submit.questionSetId,
    lessonId: before?.lessonId ?? '',
    title: before?.title ?? '',
    submitCount: (before?.submitCount ?? 0) + 1,
    lastScore: received?.score,
    bestScore: received ? Math.max(before?.bestScore ?? 0, received.score) : before?.bestScore,
    maxScore: received?.maxScore ?? submit.answers.length,
    lastSubmittedAt: submit.answeredAt,
    lastAnswers: before?.lastAnswers ?? [],
  };
}

/** Adds submits to the sets they belong to, oldest first; those of unknown sets stand alone. */
function addSubmits(known: readonly QuestionSetProgress[], entries: readonly (QueuedEntry | SentEntry)[]) {
  const sets = new Map(known.map((set) => [set.questionSetId, set]));
  const fresh = entries.filter(isSubmitted).toSorted((a, b) => a.seq - b.seq);
  for (const entry of fresh) {
    const { questionSetId, answeredAt } = entry.call.submit;
    const before = sets.get(questionSetId);
    if (before?.lastSubmittedAt && before.lastSubmittedAt >= answeredAt) continue;
    sets.set(questionSetId, withSubmit(before, entry));
  }
  return sets;
}

/**
 * Adds up what the server said and what this device knows beyond it.
 *
 * @param marks of all that waits or was received; @param entries the same with their contents, as many as are listed.
 * @param courseOf the course of a lesson; undefined where the device does not know it.
 */
export function addUnconfirmed(
  progress: ProgressDetail,
  marks: readonly Mark[],
  entries: readonly (QueuedEntry | SentEntry)[],
  courseOf: (lessonId: string) => string | undefined,
): OwnProgress {
  const reads = unconfirmedReads(progress, marks);
  const readAt = new Map(
    entries.flatMap(({ call, queuedAt }) => (call.kind === 'lesson-read' ? [[call.lessonId, queuedAt] as const] : [])),
  );
  const knownSets = progress.courses.flatMap(({ questionSets }) => questionSets);
  const sets = addSubmits(knownSets, entries);
  const readsOf = (courseId: string) =>
    reads
      .filter((id) => courseOf(id) === courseId)
      .map((lessonId) => ({ lessonId, readAt: readAt.get(lessonId) ?? '' }));
  const courses = progress.courses.map((course) => ({
    ...course,
    readLessons: [...course.readLessons, ...readsOf(course.courseId)],
    questionSets: course.questionSets.map((set) => sets.get(set.questionSetId) ?? set),
  }));
  const startedIds = new Set(reads.flatMap((id) => courseOf(id) ?? []));
  for (const { courseId } of courses) startedIds.delete(courseId);
  const started = [...startedIds].map((courseId): CourseProgress => ({
    courseId,
    courseTitle: '',
    lessonCount: 0,
    readLessons: readsOf(courseId),
    questionSets: [],
  }));
  const knownIds = new Set(knownSets.map(({ questionSetId }) => questionSetId));
  return {
    ...progress,
    courses: [...courses, ...started],
    unplacedReads: reads.filter((id) => courseOf(id) === undefined),
    unplacedQuestionSets: [...sets.values()].filter(({ questionSetId }) => !knownIds.has(questionSetId)),
  };
}
