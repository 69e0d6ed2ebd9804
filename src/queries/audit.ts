/** The audit log's cached pages, in memory only (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { type AuditQuery, fetchAudit } from '@/api/audit';

import { type ReadOptions, readPages } from './all-pages';

/** Rows per page of the audit log. */
const AUDIT_PAGE_SIZE = 50;

export const auditQueries = {
  /**
   * The query of one page of the audit log. @param query its page, from 1; other parameters only for a server with the
   * capability `audit-details`.
   */
  page: (query: AuditQuery & { page: number }) =>
    queryOptions({
      queryKey: ['audit', query],
      // Always fetch the audit log, because a visitor has often just changed something.
      staleTime: 0,
      queryFn: ({ signal }) => fetchAudit({ ...query, size: AUDIT_PAGE_SIZE }, signal),
    }),
};

/** Reads all entries of a query page by page, newest first. */
export function readAudit(query: AuditQuery, { signal, onCount }: ReadOptions) {
  return readPages((page) => fetchAudit({ ...query, ...page }, signal), onCount);
}
