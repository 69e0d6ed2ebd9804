/** The database interface of the rest of the server, the same for PGlite and PostgreSQL. */
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import type { AnswerLine } from './lock-socket';
import type { CopySteps } from './online-backup';
import type * as schema from './schema';

/**
 * A database, or one of its transactions. Inside a transaction, use only the transaction: PGlite has one connection,
 * and a call of the outer database would deadlock.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Functions that only the embedded database has. */
export interface Embedded {
  /** The folder of PostgreSQL's files, below DATA_DIR. */
  folder: string;
  /** Copies the database's folder while the database is in use. */
  copyOnline: (steps: CopySteps) => Promise<void>;
  /** Adds a function that answers lines of other processes, see `askHolder`. */
  answerCalls: (answer: AnswerLine) => void;
}

/** An open database. */
export interface OpenDatabase {
  database: Database;
  /** The same database without timeouts, for migrations: they may have to wait for another instance's migration. */
  patient: Database;
  /** Returns the free bytes of the database's disk, NaN if unknown; undefined for a database on another machine. */
  freeBytes?: () => number;
  /** Returns the number of running and of queued calls of the database. */
  load: () => { busy: number; waiting: number };
  /** The embedded database's functions; undefined for a PostgreSQL. */
  embedded?: Embedded;
  close: () => Promise<void>;
}

/** The requested rows of a list, as limit and offset. */
export interface Slice {
  limit: number;
  offset: number;
}

/**
 * SQL for the database's clock, in milliseconds like versions. The server's clock is not used, because clocks of
 * several instances differ.
 */
export const now = sql<string>`date_trunc('milliseconds', statement_timestamp())`;

/** Returns SQL for the new version of a changed row: now, but at least 1 ms later than the current version. */
export function laterThan(column: AnyPgColumn): SQL<string> {
  return sql<string>`greatest(${now}, ${column} + interval '1 millisecond')`;
}

/** Checks that the database answers a query. @throws {Error} if it does not. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.execute(sql`select 1`);
}
