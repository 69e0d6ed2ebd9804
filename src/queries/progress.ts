/** Progress as the page remembers it: the server's, with what waits and what was just received added up. */
import { queryOptions, useMutation, useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Lesson } from '@/api/lessons';
import { fetchProgress, fetchProgressSummary } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { recordCall } from '@/offline/page/record-call';
import type { StorageError } from '@/storage/storage-error';
import { hasUnnamed, withNames } from '@/study/started-courses';
import { addUnconfirmed, type OwnProgress, unconfirmedReads, ungradedQuestionSets } from '@/study/unconfirmed';

import { courseQueries } from './courses';
import { lessonQueries } from './lessons';
import { useMe } from './me';
import { questionSetQueries } from './question-sets';
import { useCallStates, useOwner } from './queue';
import { MOST_LOOKUPS, useLivingCalls } from './undeleted-calls';

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

const coursesOf = (results: readonly { data?: Lesson }[]) =>
  new Map(results.flatMap(({ data }) => (data ? [[data.id, data.courseId] as const] : [])));

/** Lesson id → course id, from the device's lessons. */
function useCoursesOf(lessonIds: readonly string[]): ReadonlyMap<string, string> {
  return useQueries({
    queries: lessonIds
      .slice(0, MOST_LOOKUPS)
      .map((lessonId) => ({ ...lessonQueries.detail(lessonId), staleTime: Infinity })),
    combine: coursesOf,
  });
}

const explanationsOf = (results: readonly { data?: Explanation }[]) =>
  new Map(results.flatMap(({ data }) => (data ? [[data.questionSetId, data] as const] : [])));

/** The explanations of question sets by their ids, as far as they can be had. */
function useExplanationsOf(questionSetIds: readonly string[]): ReadonlyMap<string, Explanation> {
  return useQueries({
    queries: questionSetIds
      .slice(0, MOST_LOOKUPS)
      .map((questionSetId) => ({ ...questionSetQueries.explanation(questionSetId), retry: false })),
    combine: explanationsOf,
  });
}

/** The current user's progress in all courses; what is not confirmed yet counts (docs/offline.md, law 1). */
export function useOwnProgress(): OwnProgress {
  const { data: progress, dataUpdatedAt } = useSuspenseQuery(progressQueries.detail(useMe().id));
  const { states, entries } = useLivingCalls(progress, dataUpdatedAt);
  const reads = useMemo(() => unconfirmedReads(progress, states), [progress, states]);
  const courses = useCoursesOf(reads);
  const ungraded = useMemo(() => ungradedQuestionSets(progress, entries), [progress, entries]);
  const explanations = useExplanationsOf(ungraded);
  // Thousands may wait: they are added up when something has changed, not whenever a screen is drawn.
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
  return useMemo(() => withNames(own, list ?? []), [own, list]);
}

/** How a lesson stands: `waiting` is read on this device, and not yet received by the server. */
export type LessonReadState = 'unread' | 'waiting' | 'refused' | 'read';

/** The read state of one lesson: read if the server or a receipt says so, else as the queue has it. */
export function useLessonReadState(lessonId: string): LessonReadState {
  const { data: progress } = useSuspenseQuery(progressQueries.detail(useMe().id));
  const states = useCallStates()
    .filter(({ kind, subject }) => kind === 'lesson-read' && subject === lessonId)
    .map(({ state }) => state);
  const isConfirmed = progress.courses.some(({ readLessons }) =>
    readLessons.some((read) => read.lessonId === lessonId),
  );
  if (isConfirmed || states.includes('sent')) return 'read';
  if (states.includes('queued')) return 'waiting';
  return states.includes('refused') ? 'refused' : 'unread';
}

/** The lessons whose reading waits to be sent: marked 送信待ち. */
export function useWaitingLessonIds(): ReadonlySet<string> {
  const waiting = useCallStates().filter(({ kind, state }) => kind === 'lesson-read' && state === 'queued');
  return new Set(waiting.map(({ subject }) => subject));
}

/** Records a lesson as read: on the device first, then sent. Fails with a StorageError when it is NOT saved. */
export function useMarkLessonRead({ id: lessonId, title }: Pick<Lesson, 'id' | 'title'>) {
  const owner = useOwner();
  return useMutation<void, StorageError>({
    mutationFn: () => recordCall(owner, { kind: 'lesson-read', lessonId }, title),
  });
}
