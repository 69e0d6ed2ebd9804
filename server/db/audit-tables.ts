/** The table of who made, changed and deleted what. No foreign keys: what is told of somebody outlives them, for 400 days. */
import { index, pgTable, text } from 'drizzle-orm/pg-core';

import type { AuditEntry } from '@/api/audit';

import { instant } from './column-types';

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: text().primaryKey(),
    at: instant('at').notNull(),
    /** Null where the start of a server did it. */
    actorId: text('actor_id'),
    /** Names as they were then. */
    actorName: text('actor_name'),
    action: text().$type<AuditEntry['action']>().notNull(),
    kind: text().$type<AuditEntry['kind']>().notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
  },
  (table) => [index('audit_entries_at').on(table.at)],
);
