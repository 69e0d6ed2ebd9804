/** Counts what is in the trash, for `npm run doctor`. */
import type { Database } from '@server/db/database';
import { trash } from '@server/db/schema';
import { gt, sql } from 'drizzle-orm';

import { ROWS_VERSION } from './trash-rows';

export interface TrashCount {
  count: number;
  /** The number of deletions made by a newer version of the server, which this version cannot restore. */
  newerCount: number;
}

/** Counts the entries of the trash, in a database of any version, also one without the table. */
export async function countTrash(database: Database): Promise<TrashCount> {
  const result = await database.execute(sql`select to_regclass('trash') is not null as known`);
  const [table] = (result as unknown as { rows: { known: boolean }[] }).rows;
  if (!table?.known) return { count: 0, newerCount: 0 };
  return {
    count: await database.$count(trash),
    newerCount: await database.$count(trash, gt(trash.rowsVersion, ROWS_VERSION)),
  };
}
