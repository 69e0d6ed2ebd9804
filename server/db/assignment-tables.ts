/**
 * The table of required courses. No foreign keys to courses and people: an assignment of a deleted course affects no
 * learner.
 */
import { index, pgTable, text } from 'drizzle-orm/pg-core';

import { instant } from './column-types';

export const assignments = pgTable(
  'assignments',
  {
    id: text().primaryKey(),
    courseId: text('course_id').notNull(),
    /** The company whose people must take the course; either this or `userIds` is set. */
    companyId: text('company_id'),
    userIds: text('user_ids').array(),
    dueAt: instant('due_at').notNull(),
    note: text().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('assignments_due').on(table.dueAt, table.id)],
);
