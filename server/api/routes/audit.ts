/** GET /audit/: one page of the audit log (capability `audit`; filters and more kinds: `audit-details`). */
import { listAudit } from '@server/api/audit/audit-log';
import { requirePermission } from '@server/api/http/authenticate';
import { createRoutes, type Services } from '@server/api/http/context';
import { readPageRequest, readSearch, toPage } from '@server/api/http/paging';
import { toInstant } from '@server/api/shared/instant';
import * as z from 'zod/mini';

import { auditQueryShape } from '@/api/audit';

/** A time that the database can store. */
const instantSchema = z.pipe(z.pipe(z.string(), z.transform(toInstant)), z.string());
const queryShape = { ...auditQueryShape, from: instantSchema, to: instantSchema };

export function auditRoutes({ database }: Services) {
  return createRoutes().get('/', async (context) => {
    requirePermission(context, 'audit.read');
    const page = readPageRequest(context);
    const { query, applied } = readSearch(context, queryShape);
    // The filters need `details`: a request without it gets the same response as from earlier server versions, which
    // had no filters.
    const { items, total } = await listAudit(database, query.details ? query : {}, page);
    return context.json(toPage(page, items, total, query.details && applied));
  });
}
