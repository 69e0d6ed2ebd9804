/** All tables: what drizzle-kit reads to write migrations, and what the database is typed with. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

export * from './audit-tables';
export * from './curriculum-tables';
export * from './people-tables';
export * from './study-tables';

/** What the service itself remembers: the signing key, the general info, that demo data was loaded. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});
