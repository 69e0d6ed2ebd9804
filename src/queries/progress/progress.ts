/**
 * Cached progress: the server's, combined with queued calls and fresh receipts (confirmations of sent calls). Where the
 * server does not record completions, this device notes them: a course stays completed here when a teacher adds a
 * lesson later. A sign-out does not delete these notes (docs/offline.md, "Sign-out").
 */
import {
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';

import type { Completion } from '@/api/completions';
import type { Lesson } from '@/api/lessons';
import {
  type CourseProgress,
  fetchProgress,
  fetchProgressSummary,
  type ProgressDetail,
  type QuestionSetProgress,
} from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { idSchema, timestampSchema } from '@/api/shapes';
import { recordCall } from '@/offline/page/record-call';
import { UNDO_MS } from '@/offline/page/undo-wait';
import type { QueuedEntry, SentEntry } from '@/offline/queue/entries';
import { courseQueries } from '@/queries/curriculum/courses';
import { lessonQueries, type PlacedLesson } from '@/queries/curriculum/lessons';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import { useMe } from '@/queries/me';
import { MAX_LOOKUPS, useUndeletedCalls } from '@/queries/people/undeleted-calls';
import { useCallStates, useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { keepOwned, listOwned } from '@/storage/owned-store';
import type { StorageError } from '@/storage/storage-error';
import { isCompleted } from '@/study/completed';
import { hasUnnamed, withNames } from '@/study/started-courses';
import { addUnconfirmed, type OwnProgress, unconfirmedReads, ungradedQuestionSets } from '@/study/unconfirmed';

/** The schema of a stored note; its key is the course's id. */
const noteSchema = z.object({
  version: z.literal(1),
  lessonIds: z.array(idSchema),
  /** The day on which the last lesson was read. */
  completedAt: timestampSchema,
});
type Note = z.output<typeof noteSchema>;

async function readNotes(owner: OwnerKey): Promise<Map<string, Note>> {
  const stored = await listOwned('completions', owner).catch(() => []);
  return new Map(
    stored.flatMap(([courseId, value]) => {
      const { data } = z.safeParse(noteSchema, value);
      return data ? [[courseId, data] as const] : [];
    }),
  );
}

function noteOf({ lessonCount, readLessons = [] }: CourseProgress): Note | undefined {
  if (!isCompleted({ lessonCount, readCount: readLessons.length })) return undefined;
  const days = readLessons.map(({ readAt = '' }) => readAt).sort();
  return { version: 1, lessonIds: readLessons.map(({ lessonId }) => lessonId), completedAt: days.at(-1) ?? '' };
}

/**
 * Stores a note for each course that is completed now, and returns all notes; if the device's storage fails, only those
 * for the courses completed now.
 */
async function noteCompletions(owner: OwnerKey, { courses }: ProgressDetail): Promise<Completion[]> {
  const notes = await readNotes(owner);
  for (const course of courses) {
    const note = notes.has(course.courseId) ? undefined : noteOf(course);
    if (!note) continue;
    notes.set(course.courseId, note);
    await keepOwned('completions', owner, course.courseId, note).catch(() => false);
  }
  return courses.flatMap(({ courseId, courseTitle = '' }) => {
    const note = notes.get(courseId);
    return note ? [{ courseId, courseTitle, lessonCount: note.lessonIds.length, completedAt: note.completedAt }] : [];
  });
}

/**
 * The query of the noted completions.
 *
 * @param progress the server's, without completions.
 * @param toldAt when it was sent, ms since 1970.
 */
const notedCompletionsQuery = (owner: OwnerKey, progress: ProgressDetail, toldAt: number) =>
  queryOptions({
    queryKey: ['noted-completions', owner, toldAt],
    queryFn: () => noteCompletions(owner, progress),
    enabled: progress.completions === undefined,
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
  });

export const progressQueries = {
  detail: (userId: string) =>
    queryOptions({
      queryKey: ['progress', userId, 'detail'],
      queryFn: ({ signal }) => fetchProgress(userId, signal),
    }),
  summary: (userId: string) =>
    queryOptions({
      queryKey: ['progress', userId, 'summary'],
      queryFn: ({ signal }) => fetchProgressSummary(userId, signal),
    }),
};

/** Returns one question set in a user's progress. */
export function setProgressIn(
  progress: ProgressDetail | undefined,
  questionSetId: string,
): QuestionSetProgress | undefined {
  const sets = progress?.courses.flatMap(({ questionSets = [] }) => questionSets);
  return sets?.find((set) => set.questionSetId === questionSetId);
}

const coursesOf = (results: readonly { data?: PlacedLesson }[]) =>
  new Map(results.flatMap(({ data }) => (data ? [[data.id, data.courseId] as const] : [])));

/** Returns the course id of each lesson, for those lessons that could be read. */
function useCoursesOf(lessonIds: readonly string[]): ReadonlyMap<string, string> {
  return useQueries({
    queries: lessonIds
      .slice(0, MAX_LOOKUPS)
      .map((lessonId) => ({ ...lessonQueries.detail(lessonId), staleTime: Infinity })),
    combine: coursesOf,
  });
}

const explanationsOf = (results: readonly { data?: Explanation }[]) =>
  new Map(results.flatMap(({ data }) => (data ? [[data.questionSetId, data] as const] : [])));

/** Returns the explanations of question sets by id, for those that could be read. */
function useExplanationsOf(questionSetIds: readonly string[]): ReadonlyMap<string, Explanation> {
  return useQueries({
    queries: questionSetIds
      .slice(0, MAX_LOOKUPS)
      .map((questionSetId) => ({ ...questionSetQueries.explanation(questionSetId), retry: false })),
    combine: explanationsOf,
  });
}

/**
 * Returns the current user's progress in all courses, including calls that the server has not confirmed
 * (docs/offline.md, law 1).
 */
export function useOwnProgress(): OwnProgress {
  const { data: progress, dataUpdatedAt } = useSuspenseQuery(progressQueries.detail(useMe().id));
  const { states, entries } = useUndeletedCalls(progress, dataUpdatedAt);
  const reads = useMemo(() => unconfirmedReads(progress, states), [progress, states]);
  const courses = useCoursesOf(reads);
  const ungraded = useMemo(() => ungradedQuestionSets(progress, entries), [progress, entries]);
  const explanations = useExplanationsOf(ungraded);
  // Memoise the own progress, because thousands of calls may be queued.
  const own = useMemo(
    () =>
      addUnconfirmed(
        progress,
        { states, entries },
        (id) => courses.get(id),
        (id) => explanations.get(id),
      ),
    [progress, states, entries, courses, explanations],
  );
  const { data: list } = useQuery({ ...courseQueries.list(), enabled: hasUnnamed(own) });
  const { data: noted } = useQuery(notedCompletionsQuery(useOwner(), progress, dataUpdatedAt));
  return useMemo(
    () => ({ ...withNames(own, list ?? []), completions: progress.completions ?? noted }),
    [own, list, progress, noted],
  );
}

/** Returns another person's progress in all courses, as the server has it. */
export function useProgressOf(userId: string): OwnProgress {
  const { data: progress } = useSuspenseQuery(progressQueries.detail(userId));
  const theirs = { ...progress, unplacedReads: [], unplacedQuestionSets: [] };
  const { data: list } = useQuery({ ...courseQueries.list(), enabled: hasUnnamed(theirs) });
  return withNames(theirs, list ?? []);
}

/** The read state of a lesson; `waiting`: read on this device, not yet received by the server. */
export type LessonReadState = 'unread' | 'waiting' | 'refused' | 'read';

/**
 * Returns the read state of a lesson: `read` if the server's progress or a receipt (confirmation of a sent call) shows
 * it, else the state of its queued call.
 */
export function useLessonReadState(lessonId: string): LessonReadState {
  const { data: progress } = useSuspenseQuery(progressQueries.detail(useMe().id));
  const states = useCallStates()
    .filter(({ kind, subject }) => kind === 'lesson-read' && subject === lessonId)
    .map(({ state }) => state);
  const isConfirmed = progress.courses.some(({ readLessons = [] }) =>
    readLessons.some((read) => read.lessonId === lessonId),
  );
  if (isConfirmed || states.includes('sent')) return 'read';
  if (states.includes('queued')) return 'waiting';
  return states.includes('refused') ? 'refused' : 'unread';
}

/** Returns the lessons whose read mark is queued: shown as 送信待ち (waiting to be sent). */
export function useWaitingLessonIds(): ReadonlySet<string> {
  const waiting = useCallStates().filter(({ kind, state }) => kind === 'lesson-read' && state === 'queued');
  return new Set(waiting.map(({ subject }) => subject));
}

/**
 * The last lesson that was marked as read (読了) in this page. `until`: how long that can be undone before it is sent, in
 * ms since 1970.
 */
export interface LastRead {
  entry: QueuedEntry | SentEntry;
  until: number;
}

const lastReadKey = (owner: OwnerKey) => ['queue', owner, 'last-read'] as const;

/** Records a lesson as read: stored on the device, then sent. Rejects with {StorageError} when it is NOT stored. */
export function useMarkLessonRead({ id: lessonId, title }: Pick<Lesson, 'id' | 'title'>) {
  const owner = useOwner();
  const queryClient = useQueryClient();
  return useMutation<QueuedEntry | SentEntry, StorageError>({
    mutationFn: () => recordCall(owner, { kind: 'lesson-read', lessonId }, title, UNDO_MS),
    onSuccess: (entry) =>
      queryClient.setQueryData<LastRead>(lastReadKey(owner), { entry, until: Date.now() + UNDO_MS }),
  });
}

/** Returns the last lesson marked as read (読了) in this page, on any screen; undefined if there was none. */
export function useLastRead(): LastRead | undefined {
  return useQuery<LastRead>({ queryKey: lastReadKey(useOwner()), enabled: false }).data;
}
