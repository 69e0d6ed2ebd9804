/** Question sets and their explanations as the page remembers them. */
import { queryOptions } from '@tanstack/react-query';

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
