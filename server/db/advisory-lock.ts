/** Locks of the whole database, for what has no row of its own that could be locked. */
import { sql } from 'drizzle-orm';

import type { Database } from './database';

/** Any numbers of our own, each once: servers of all versions on one database must mean the same by them. */
const numbers = { prepare: 7_260_301, courses: 7_260_302, users: 7_260_303, texts: 7_260_304 };

/** Waits for a lock, which is held until the transaction ends. */
export function takeAdvisoryLock(transaction: Database, name: keyof typeof numbers) {
  return transaction.execute(sql`select pg_advisory_xact_lock(${numbers[name]})`);
}
