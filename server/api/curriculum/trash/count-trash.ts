/** Counts what is in the trash, for `npm run doctor`. */
import type { Database } from '@server/db/database';
import { trash } from '@server/db/schema';
import { gt, sql } from 'drizzle-orm';

import { ROWS_VERSION } from './trash-rows';

export interface TrashCount {
  count: number;
  /** Counts deletions made by a newer version of the server: this one cannot restore them. */
  newerCount: number;
}

/** Counts the trash of a database of any version. */
export async function countTrash(database: Database): Promise<TrashCount> {
  const result = await database.execute(sql`select to_regclass('trash') is not null as known`);
  const [table] = (result as unknown as { rows: { known: boolean }[] }).rows;
  if (!table?.known) return { count: 0, newerCount: 0 };
  return {
    count: await database.$count(trash),
    newerCount: await database.$count(trash, gt(trash.rowsVersion, ROWS_VERSION)),
  };
}
