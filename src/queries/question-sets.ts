/** Question sets as the page remembers them. */
import { queryOptions } from '@tanstack/react-query';

import { fetchQuestionSet } from '@/api/question-sets';

export const questionSetQueries = {
  detail: (questionSetId: string) =>
    queryOptions({
      queryKey: ['question-sets', questionSetId],
      queryFn: ({ signal }) => fetchQuestionSet(questionSetId, signal),
    }),
};
