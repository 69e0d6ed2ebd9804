/** PostgreSQL advisory locks, for operations without a row that could be locked. */
import { sql } from 'drizzle-orm';

import type { Database } from './database';

/** Numbers of the advisory locks. Do not change them: all versions of the server on one database must use the same. */
const lockNumbers = { prepare: 7_260_301, courses: 7_260_302, users: 7_260_303, texts: 7_260_304 };

/** Waits for a lock; it is released when the transaction ends. */
export function takeAdvisoryLock(transaction: Database, name: keyof typeof lockNumbers) {
  return transaction.execute(sql`select pg_advisory_xact_lock(${lockNumbers[name]})`);
}
