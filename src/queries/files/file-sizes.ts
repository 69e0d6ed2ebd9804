/** Cached sizes of files, in memory only (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchFileSizes } from '@/api/files/file-sizes';

export const fileSizeQueries = {
  all: () =>
    queryOptions({
      queryKey: ['file-sizes'],
      // Always fetch file sizes, because a visitor has often just changed something.
      staleTime: 0,
      queryFn: ({ signal }) => fetchFileSizes(signal),
    }),
};
