/** The audit log: who created, changed or deleted what (capability `audit`; kinds below courses and details: `audit-details`). */
import * as z from 'zod/mini';

import { request } from './client';
import { idSchema, optionalField, type Page, type PageQuery, pageSchema, timestampSchema, wordsSchema } from './shapes';

/** The kinds that every app reads; without `details=1` a server answers no others. */
export type BasicAuditKind = 'user' | 'company' | 'course';
/** The kinds that only `details=1` answers: parts of a course, and required courses. */
export type AuditPart = 'section' | 'chapter' | 'lesson' | 'question-set' | 'assignment';
export type AuditKind = BasicAuditKind | AuditPart;

export const auditEntrySchema = z.object({
  id: idSchema,
  at: timestampSchema,
  /** The acting user; null for a change that the server made at its start. */
  actorId: z.nullable(idSchema),
  /** The name at the time of the change. */
  actorName: z.nullable(z.string()),
  action: z.enum(['create', 'change', 'delete']),
  /** The subject's kind: one of {@link AuditKind}, or a kind of a later server. */
  kind: z.string(),
  subjectId: idSchema,
  subjectName: z.string(),
  /** What was changed, in Japanese; only with `details=1`. */
  details: optionalField(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditQueryShape = {
  /** `1`: answers entries of all kinds, with `details`. */
  details: z.literal('1'),
  /** Search words that must all occur in the names or the details. */
  q: wordsSchema,
  /** The id of a user: who acted, or whom it concerned. */
  person: idSchema,
  /** Only entries not before this time. */
  from: timestampSchema,
  /** Only entries before this time. */
  to: timestampSchema,
};
export type AuditQuery = Partial<z.output<z.ZodMiniObject<typeof auditQueryShape>>>;

/**
 * Lists the audit entries, newest first; ADMIN only. @param page with parameters other than the page only for servers with
 * `audit-details`.
 */
export function fetchAudit(page: AuditQuery & PageQuery, signal?: AbortSignal): Promise<Page<AuditEntry>> {
  return request('/audit/', pageSchema(auditEntrySchema), { query: page, signal });
}
