/** GET /audit/: one page of the audit log (capability `audit`; filters and more kinds: `audit-details`). */
import { listAudit } from '@server/api/audit/audit-log';
import { auditCalls } from '@server/api/contract/people-calls';
import { createRoutes, type Services } from '@server/api/http/context';
import { readSearch } from '@server/api/http/paging';
import { serveList } from '@server/api/http/serve';
import { toInstant } from '@server/api/shared/instant';
import * as z from 'zod/mini';

import { auditQueryShape } from '@/api/audit';

/** A time that the database can store. */
const instantSchema = z.pipe(z.pipe(z.string(), z.transform(toInstant)), z.string());
const queryShape = { ...auditQueryShape, from: instantSchema, to: instantSchema };

export function auditRoutes({ database }: Services) {
  const routes = createRoutes();
  serveList(routes, auditCalls.list, async ({ context, page }) => {
    const { query, applied } = readSearch(context, queryShape);
    // The filters need `details`: a request without it gets the same response as from earlier server versions, which
    // had no filters.
    const { items, total } = await listAudit(database, query.details ? query : {}, page);
    return { items, total, applied: query.details && applied };
  });
  return routes;
}
