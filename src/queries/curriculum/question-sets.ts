/** Cached question sets and explanations. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { fetchExplanation, fetchQuestionSet } from '@/api/question-sets';

export const questionSetQueries = {
  detail: (questionSetId: string) =>
    queryOptions({
      queryKey: ['question-sets', questionSetId],
      queryFn: ({ signal }) => fetchQuestionSet(questionSetId, signal),
    }),
  explanation: (questionSetId: string) =>
    queryOptions({
      queryKey: ['question-sets', questionSetId, 'explanation'],
      queryFn: ({ signal }) => fetchExplanation(questionSetId, signal),
    }),
};

/**
 * Prefetches a question set and its explanation, so that the worker caches both for offline use. Failures are ignored.
 */
export function prefetchQuestionSet(queryClient: QueryClient, questionSetId: string): void {
  void queryClient.prefetchQuery({ ...questionSetQueries.detail(questionSetId), retry: false });
  void queryClient.prefetchQuery({ ...questionSetQueries.explanation(questionSetId), retry: false });
}
