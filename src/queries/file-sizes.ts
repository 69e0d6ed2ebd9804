/** How much room files take, as the page remembers it; never stored on the device (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchFileSizes } from '@/api/file-sizes';

export const fileSizeQueries = {
  all: () =>
    queryOptions({
      queryKey: ['file-sizes'],
      // Whoever looks has often just changed something.
      staleTime: 0,
      queryFn: ({ signal }) => fetchFileSizes(signal),
    }),
};
