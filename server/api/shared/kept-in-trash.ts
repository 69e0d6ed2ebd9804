/** The time for which deleted things are kept. */
import { now } from '@server/db/database';
import { trash } from '@server/db/schema';
import { sql } from 'drizzle-orm';

import { TRASH_DAYS } from '@/lib/constants';

/** SQL for the time when a row of `trash` expires. */
export const expiresAt =
  sql<string>`(${trash.deletedAt} + make_interval(days => ${sql.raw(String(TRASH_DAYS))}))`.mapWith(trash.deletedAt);

/**
 * A condition on `trash`: the row can be restored. Expired rows are deleted in the background (content/text-scan.ts).
 */
export const isKept = sql`${expiresAt} > ${now}`;
