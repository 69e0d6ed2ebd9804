/** Cached statistics of question sets, in memory only (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchSetStats } from '@/api/question-stats';

export const questionStatsQueries = {
  ofSet: (questionSetId: string) =>
    queryOptions({
      queryKey: ['question-stats', questionSetId],
      // A visitor has often just changed something.
      staleTime: 0,
      queryFn: ({ signal }) => fetchSetStats(questionSetId, signal),
    }),
};
