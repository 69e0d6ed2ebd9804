/** All tables: drizzle-kit generates migrations from them, and they are the type of the database. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

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
