/** Cached progress: the server's, combined with queued calls and fresh receipts (confirmations of sent calls). */
import {
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Lesson } from '@/api/lessons';
import { fetchProgress, fetchProgressSummary, type ProgressDetail, type QuestionSetProgress } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { recordCall } from '@/offline/page/record-call';
import { UNDO_MS } from '@/offline/page/undo-wait';
import type { QueuedEntry, SentEntry } from '@/offline/queue/entries';
import type { OwnerKey } from '@/session/session';
import type { StorageError } from '@/storage/storage-error';
import { hasUnnamed, withNames } from '@/study/started-courses';
import { addUnconfirmed, type OwnProgress, unconfirmedReads, ungradedQuestionSets } from '@/study/unconfirmed';

import { courseQueries } from './courses';
import { lessonQueries, type PlacedLesson } from './lessons';
import { useMe } from './me';
import { notedCompletionsQuery } from './noted-completions';
import { questionSetQueries } from './question-sets';
import { useCallStates, useOwner } from './queue';
import { MAX_LOOKUPS, useUndeletedCalls } from './undeleted-calls';

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

/** Returns the current user's progress in all courses, including calls that the server has not confirmed (docs/offline.md, law 1). */
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
        states,
        entries,
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
 * Returns the read state of a lesson: `read` if the server's progress or a receipt (confirmation of a sent call) shows it, else the
 * state of its queued call.
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

/** The last lesson that was marked as read (読了) in this page. `until`: how long that can be undone before it is sent, in ms since 1970. */
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
