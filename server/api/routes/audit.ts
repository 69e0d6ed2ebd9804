/** GET /audit/: one page of the audit log (ability `audit`). */
import { listAudit } from '@server/api/audit/audit-log';
import { requirePermission } from '@server/api/http/authenticate';
import { createRoutes, type Services } from '@server/api/http/context';
import { readPageRequest, toPage } from '@server/api/http/paging';

export function auditRoutes({ database }: Services) {
  return createRoutes().get('/', async (context) => {
    requirePermission(context, 'audit.read');
    const page = readPageRequest(context);
    const { items, total } = await listAudit(database, page);
    return context.json(toPage(page, items, total));
  });
}
