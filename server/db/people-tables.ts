/** The tables of companies, users, sessions, failed sign-ins and known client addresses. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';

import type { roleSchema } from '@/api/users';

import { instant, version } from './column-types';
import { folded, inReadingOrder } from './search-columns';

export const companies = pgTable('companies', {
  id: text().primaryKey(),
  name: text().notNull(),
  note: text().notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    username: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    name: text().notNull(),
    nameKana: text('name_kana'),
    email: text(),
    role: text().$type<z.infer<typeof roleSchema>>().notNull(),
    companyId: text('company_id').references(() => companies.id),
    active: boolean().notNull(),
    createdAt: instant('created_at').notNull(),
    lastStudiedAt: instant('last_studied_at'),
    updatedAt: version(),
    /** Generated columns with folded names and addresses, for searching. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        folded(sql`name || chr(1) || coalesce(name_kana, '') || chr(1) || username || chr(1) || coalesce(email, '')`),
      ),
    /** A generated column with the sort key of lists by name. */
    sortName: text('sort_name')
      .notNull()
      .generatedAlwaysAs(inReadingOrder(sql`coalesce(nullif(name_kana, ''), name)`)),
  },
  (table) => [
    // A unique index of lower-case user names: they are case-insensitive, because phone keyboards capitalise the first
    // letter.
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    index('users_company').on(table.companyId),
  ],
);

/** One row per sign-in. Deleting it invalidates the session's refresh token and access tokens at once. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the refresh token, so that a stolen database contains no usable token. */
    refreshTokenHash: text('refresh_token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_refresh_token').on(table.refreshTokenHash),
    index('sessions_user').on(table.userId),
  ],
);

/** Counters of failed sign-ins by user name and by address, shared by all instances. */
export const loginFailures = pgTable('login_failures', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
});

/**
 * Client addresses of recent sign-ins: failures from other addresses do not lock the user out at these
 * (api/auth/client-address.ts).
 */
export const signInPlaces = pgTable(
  'sign_in_places',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A hash of the client's address. */
    place: text().notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] }), index('sign_in_places_seen').on(table.seenAt)],
);
