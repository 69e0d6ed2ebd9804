/** Progress as the page remembers it, and the reading that adds to it. */
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';

import { fetchProgress, fetchProgressSummary, markLessonRead, type ProgressDetail } from '@/api/progress';

import { useMe } from './me';

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

/** The current user's progress in all courses. */
export function useOwnProgress(): ProgressDetail {
  return useSuspenseQuery(progressQueries.detail(useMe().id)).data;
}

/** Marks a lesson as read, then has progress asked for again. */
export function useMarkLessonRead(lessonId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => markLessonRead(lessonId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['progress'] }),
  });
}
