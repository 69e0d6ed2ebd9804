/** The database as the rest of the server sees it: the same for PGlite and PostgreSQL. */
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import type { AnswerLine } from './lock-socket';
import type { CopySteps } from './online-backup';
import type * as schema from './schema';

/**
 * A database, or one transaction of it. Inside a transaction only the transaction may be asked: PGlite has one
 * connection, and the outer database would wait for it for ever.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A database in a folder of ours. */
export interface Embedded {
  /** PostgreSQL's own, below DATA_DIR. */
  folder: string;
  /** Copies it while it is written to. */
  copyOnline: (steps: CopySteps) => Promise<void>;
  /** Has whoever may write to the folder answered, see `askHolder`. */
  answerCalls: (answer: AnswerLine) => void;
}

/** An open database. */
export interface OpenDatabase {
  database: Database;
  /** The same without a limit to how long anything takes: for migrations, and who waits for another server's. */
  patient: Database;
  /** The bytes that its disk still takes, NaN when nobody can tell; undefined where that is another machine's. */
  freeBytes?: () => number;
  /** How many calls it is at, and how many wait for their turn. */
  load: () => { busy: number; waiting: number };
  /** Undefined where it is another machine's. */
  embedded?: Embedded;
  close: () => Promise<void>;
}

/** Which rows of a list are wanted. */
export interface Slice {
  limit: number;
  offset: number;
}

/** The database's clock, in milliseconds as versions are; the clocks of several servers differ. */
export const now = sql<string>`date_trunc('milliseconds', statement_timestamp())`;

/** The version of a changed row: now, but always later than its last one, so that versions can be compared. */
export function laterThan(column: AnyPgColumn): SQL<string> {
  return sql<string>`greatest(${now}, ${column} + interval '1 millisecond')`;
}

/** Whether the database answers at all. @throws {Error} when it does not. */
export async function askDatabase(database: Database): Promise<void> {
  await database.execute(sql`select 1`);
}
