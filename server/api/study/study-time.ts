/** When something was studied, by the learner's clock as far as it can be believed. */
import { now } from '@server/db/database';
import { users } from '@server/db/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { DAY_MS } from '@/lib/constants';

/** Before this no device had the app. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);

/** A time of the learner's clock; null where it shows none that can be: refused, the call would be sent for ever. */
export function plausibleTime(time: string): string | null {
  const milliseconds = Date.parse(time);
  const isPossible = milliseconds >= EARLIEST_MS && milliseconds <= Date.now() + DAY_MS;
  return isPossible ? new Date(milliseconds).toISOString() : null;
}

/** A parameter with a time, or our own time where it is null. */
export function timeOf(parameter: string): SQL<string> {
  return sql<string>`coalesce(${sql.placeholder(parameter)}::timestamptz, ${now})`;
}

/** The same, but never after it came in. */
export function studiedAt(parameter: string): SQL<string> {
  return sql<string>`least(${sql.placeholder(parameter)}::timestamptz, ${now})`;
}

/** The later of what a learner's row says and of when something was studied. */
export function laterStudyTime(column: AnyPgColumn): SQL<string> {
  return sql<string>`greatest(${users.lastStudiedAt}, ${column})`;
}
