/** Question sets and their explanations as the page remembers them. */
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
 * Asks for a question set with its explanation, so that the worker keeps both for the way without a network. Nothing
 * waits for it, and a failure changes nothing.
 */
export function prefetchQuestionSet(queryClient: QueryClient, questionSetId: string): void {
  void queryClient.prefetchQuery({ ...questionSetQueries.detail(questionSetId), retry: false });
  void queryClient.prefetchQuery({ ...questionSetQueries.explanation(questionSetId), retry: false });
}
