/** The audit log's cached pages, in memory only (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchAudit } from '@/api/audit';

/** Rows per page. */
const AUDIT_PAGE_SIZE = 50;

export const auditQueries = {
  /** @param page from 1. */
  page: (page: number) =>
    queryOptions({
      queryKey: ['audit', String(page)],
      // A visitor has often just changed something.
      staleTime: 0,
      queryFn: ({ signal }) => fetchAudit({ page, size: AUDIT_PAGE_SIZE }, signal),
    }),
};
