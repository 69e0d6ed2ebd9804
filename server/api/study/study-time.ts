/** Times of the learner's clock, limited to plausible values. */
import { now } from '@server/db/database';
import { users } from '@server/db/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { DAY_MS } from '@/lib/constants';

/** Earlier times are implausible: the app did not exist. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);

/** Returns a client's time; null if implausible. It is not refused, because the client would resend the call for ever. */
export function plausibleTime(time: string): string | null {
  const milliseconds = Date.parse(time);
  const isPossible = milliseconds >= EARLIEST_MS && milliseconds <= Date.now() + DAY_MS;
  return isPossible ? new Date(milliseconds).toISOString() : null;
}

/** The parameter's time, or the server's time if it is null. */
export function timeOf(parameter: string): SQL<string> {
  return sql<string>`coalesce(${sql.placeholder(parameter)}::timestamptz, ${now})`;
}

/** The parameter's time, but never later than the server's time. */
export function studiedAt(parameter: string): SQL<string> {
  return sql<string>`least(${sql.placeholder(parameter)}::timestamptz, ${now})`;
}

/** The later of `users.last_studied_at` and the column's time. */
export function laterStudyTime(column: AnyPgColumn): SQL<string> {
  return sql<string>`greatest(${users.lastStudiedAt}, ${column})`;
}
