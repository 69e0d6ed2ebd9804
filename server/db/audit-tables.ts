/** The table of the audit log. No foreign keys: entries outlive the users that they name, for 400 days. */
import { index, pgTable, text } from 'drizzle-orm/pg-core';

import type { AuditEntry } from '@/api/audit';

import { instant } from './column-types';

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: text().primaryKey(),
    at: instant('at').notNull(),
    /** Null if the start of a server made the change. */
    actorId: text('actor_id'),
    /** The actor's name at that time. */
    actorName: text('actor_name'),
    action: text().$type<AuditEntry['action']>().notNull(),
    kind: text().$type<AuditEntry['kind']>().notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
  },
  (table) => [index('audit_entries_at').on(table.at)],
);
