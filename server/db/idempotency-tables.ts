/** The table of idempotency keys: what each create with a key was answered (docs/decisions/0092). */
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { instant } from './column-types';
import { users } from './people-tables';

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The path of the call, such as /api/v1/courses. */
    call: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the request's body without its password. */
    bodyHash: text('body_hash').notNull(),
    /** The scrypt hash of the password in the body; null without one. */
    passwordHash: text('password_hash'),
    /** The body of the response as JSON; null only within the transaction that creates. */
    answer: text(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.call, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);
