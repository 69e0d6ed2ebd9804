/** Who made, changed and deleted which person, company and course (ability `audit`). */
import * as z from 'zod/mini';

import { request } from './client';
import { idSchema, type Page, type PageQuery, pageSchema, timestampSchema } from './shapes';

export const auditEntrySchema = z.object({
  id: idSchema,
  at: timestampSchema,
  /** Null where the start of a server did it. */
  actorId: z.nullable(idSchema),
  /** Names as they were then. */
  actorName: z.nullable(z.string()),
  action: z.enum(['create', 'change', 'delete']),
  kind: z.enum(['user', 'company', 'course']),
  subjectId: idSchema,
  subjectName: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** One page, newest first; ADMIN only. */
export function fetchAudit(page: PageQuery, signal?: AbortSignal): Promise<Page<AuditEntry>> {
  return request('/audit/', pageSchema(auditEntrySchema), { query: page, signal });
}
