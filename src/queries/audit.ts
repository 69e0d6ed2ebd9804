/** Who made, changed and deleted what, as the page remembers it; never stored on the device (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchAudit } from '@/api/audit';

/** Rows of a page. */
const SIZE = 50;

export const auditQueries = {
  /** @param page from 1. */
  page: (page: number) =>
    queryOptions({
      queryKey: ['audit', String(page)],
      // Whoever looks has often just changed something.
      staleTime: 0,
      queryFn: ({ signal }) => fetchAudit({ page, size: SIZE }, signal),
    }),
};
