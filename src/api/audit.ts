/** The audit log: who created, changed or deleted which person, company or course (capability `audit`). */
import * as z from 'zod/mini';

import { request } from './client';
import { idSchema, type Page, type PageQuery, pageSchema, timestampSchema } from './shapes';

export const auditEntrySchema = z.object({
  id: idSchema,
  at: timestampSchema,
  /** Null for what the server did at its start. */
  actorId: z.nullable(idSchema),
  /** The name at that time. */
  actorName: z.nullable(z.string()),
  action: z.enum(['create', 'change', 'delete']),
  kind: z.enum(['user', 'company', 'course']),
  subjectId: idSchema,
  subjectName: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Lists the entries, newest first; ADMIN only. */
export function fetchAudit(page: PageQuery, signal?: AbortSignal): Promise<Page<AuditEntry>> {
  return request('/audit/', pageSchema(auditEntrySchema), { query: page, signal });
}
