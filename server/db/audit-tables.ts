/** The table of the audit log. No foreign keys: entries outlive the users that they name, for 400 days. */
import { index, pgTable, text } from 'drizzle-orm/pg-core';

import type { AuditEntry, AuditPart, BasicAuditKind } from '@/api/audit';

import { instant } from './column-types';

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: text().primaryKey(),
    at: instant('at').notNull(),
    /** The acting user; null if the start of a server made the change. */
    actorId: text('actor_id'),
    /** The actor's name at the time of the change. */
    actorName: text('actor_name'),
    action: text().$type<AuditEntry['action']>().notNull(),
    kind: text().$type<BasicAuditKind>().notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    /**
     * The kind of the changed part of a course, or `assignment`. Such entries have the `kind` `course`, because older
     * servers return every row and older apps read only the kinds that they know.
     */
    part: text().$type<AuditPart>(),
    /** Describes what was changed; null in entries of earlier versions, and where the action alone says everything. */
    details: text(),
  },
  (table) => [index('audit_entries_at').on(table.at)],
);
