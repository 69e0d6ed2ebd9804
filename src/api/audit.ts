/**
 * The audit log: who created, changed or deleted what (capability `audit`; kinds below courses and details:
 * `audit-details`).
 */
import * as z from 'zod/mini';

import { list } from './network/calls';
import { idSchema, optionalField, type PageQuery, timestampSchema, wordsSchema } from './shapes';

/** The kinds of audit entries that every version of the app reads; without `details=1` a server returns no others. */
export type BasicAuditKind = 'user' | 'company' | 'course';
/** The kinds of audit entries that a server returns only with `details=1`: parts of a course, and required courses. */
export type AuditPart = 'section' | 'chapter' | 'lesson' | 'question-set' | 'assignment';
export type AuditKind = BasicAuditKind | AuditPart;

export const auditEntrySchema = z.object({
  id: idSchema,
  at: timestampSchema,
  /** The id of the acting user; null for a change that the server made at its start. */
  actorId: z.nullable(idSchema),
  /** The acting user's name at the time of the change. */
  actorName: z.nullable(z.string()),
  action: z.enum(['create', 'change', 'delete']),
  /** The kind of the changed thing: one of {@link AuditKind}, or a kind of a later server. */
  kind: z.string(),
  subjectId: idSchema,
  subjectName: z.string(),
  /** What was changed, in Japanese; only with `details=1`. */
  details: optionalField(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditQueryShape = {
  /** `1` requests audit entries of all kinds, with `details`. */
  details: z.literal('1'),
  /** Search words that must all occur in the names or the details. */
  q: wordsSchema,
  /** The id of a user who made the change or was changed. */
  person: idSchema,
  /** Selects entries at or after this time. */
  from: timestampSchema,
  /** Selects entries before this time. */
  to: timestampSchema,
};
export type AuditQuery = Partial<z.output<z.ZodMiniObject<typeof auditQueryShape>>>;

/** Lists the audit entries, newest first; ADMIN only. */
export const fetchAudit = list<AuditEntry, AuditQuery & PageQuery>('/audit/', auditEntrySchema, ['audit-details']);
