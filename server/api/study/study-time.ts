/** Times of the learner's clock, limited to plausible values. */
import { toInstant } from '@server/api/shared/instant';
import { now } from '@server/db/database';
import { users } from '@server/db/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { DAY_MS } from '@/lib/constants';

/** The earliest plausible time of study: the app did not exist earlier. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);

/**
 * Returns a client's time in UTC; null if it is implausible or no time. A call with such a time is accepted all the
 * same, because a refusal would lose the learner's work.
 */
export function plausibleTime(time: string): string | null {
  const instant = toInstant(time) ?? '';
  const milliseconds = Date.parse(instant);
  return milliseconds >= EARLIEST_MS && milliseconds <= Date.now() + DAY_MS ? instant : null;
}

/** SQL for the given time, or the server's time if it is null. */
export function timeOf(parameter: string): SQL<string> {
  return sql<string>`coalesce(${sql.placeholder(parameter)}::timestamptz, ${now})`;
}

/** SQL for the given time, but never later than the server's time. */
export function studiedAt(parameter: string): SQL<string> {
  return sql<string>`least(${sql.placeholder(parameter)}::timestamptz, ${now})`;
}

/** SQL for the later of `users.last_studied_at` and the time in the given column. */
export function laterStudyTime(column: AnyPgColumn): SQL<string> {
  return sql<string>`greatest(${users.lastStudiedAt}, ${column})`;
}
