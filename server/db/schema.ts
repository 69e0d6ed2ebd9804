/** All tables: drizzle-kit generates migrations from them, and they are the type of the database. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

import { instant } from './column-types';

export * from './assignment-tables';
export * from './audit-tables';
export * from './curriculum-tables';
export * from './idempotency-tables';
export * from './people-tables';
export * from './study-tables';
export * from './trash-tables';

/** The table of the service's own values: the signing keys and the general information. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Work that the server does in pieces in the background. */
export const pendingWork = pgTable('pending_work', {
  id: text().primaryKey(),
  kind: text().notNull(),
  /** What is left to do, in the kind's own form. */
  state: jsonb().$type<object>().notNull(),
  /** The next piece runs no earlier. */
  runAfter: instant('run_after').notNull(),
});
