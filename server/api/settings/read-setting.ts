/** Reads one row of the table `settings`. */
import type { Database } from '@server/db/database';
import { settings } from '@server/db/schema';
import { eq } from 'drizzle-orm';

/** Returns the stored JSON value; undefined if there is no row with this key. */
export async function readSetting(database: Database, key: string): Promise<unknown> {
  const [row] = await database.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return row?.value;
}
