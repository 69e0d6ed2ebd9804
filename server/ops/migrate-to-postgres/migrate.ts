/** Copies all rows and files of an embedded database into a PostgreSQL (docs/decisions/0060). */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { recountReads } from '@server/api/study/read-counts';
import type { Config } from '@server/config';
import { copyDataFolder } from '@server/db/copy-data-folder';
import type { Database, OpenDatabase } from '@server/db/database';
import { databaseFolder, openPGlite } from '@server/db/open-pglite';
import { openPostgres } from '@server/db/open-postgres';
import { startFailure } from '@server/db/postgres-failures';
import { prepareDatabase } from '@server/db/prepare-database';
import { ConfigError } from '@server/lib/environment';
import { sql } from 'drizzle-orm';

/** A database table, as the database's catalog describes it. */
interface Table {
  name: string;
  /** Column names, without generated columns. */
  columns: readonly string[];
  /** Columns of the primary key. Rows sorted by them have the same order in every database. */
  order: string;
  /** Rows per batch; 1 for tables with files, which may be large. */
  batchSize: number;
}

/** A table's digest: the number of rows and the sum of their checksums. */
interface Digest {
  count: number;
  sum: string;
}

const BATCH_ROWS = 500;

async function rowsOf<Row>(database: Database, statement: string): Promise<Row[]> {
  return ((await database.execute(sql.raw(statement))) as unknown as { rows: Row[] }).rows;
}

interface Described {
  name: string;
  columns: string[];
  order: string;
  hasBytes: boolean;
  refersTo: string[];
}

/**
 * Describes all tables, except `read_counts`, which the target's triggers fill. Names are quoted; texts are sorted
 * bytewise, because databases have different collations.
 */
const DESCRIBE_TABLES = `
  select quote_ident(t.relname) as name,
    (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
      where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    (select string_agg(quote_ident(attname) || case when atttypid = 'text'::regtype then ' collate "C"' else '' end, ', '
        order by array_position(key.conkey, attnum))
      from pg_constraint key join pg_attribute on attrelid = t.oid and attnum = any(key.conkey)
      where key.conrelid = t.oid and key.contype = 'p') as "order",
    exists (select 1 from pg_attribute where attrelid = t.oid and atttypid = 'bytea'::regtype and attnum > 0) as "hasBytes",
    array(select distinct quote_ident(other.relname) from pg_constraint link join pg_class other on other.oid = link.confrelid
      where link.conrelid = t.oid and link.contype = 'f' and link.confrelid <> t.oid) as "refersTo"
  from pg_class t
  where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and t.relname not in ('migrations', 'sync_check', 'read_counts')
  order by t.relname collate "C"`;

/**
 * Lists all tables, referenced tables first.
 *
 * @throws {Error} for a table without primary key or circular references.
 */
async function listTables(database: Database): Promise<Table[]> {
  const waiting = await rowsOf<Described>(database, DESCRIBE_TABLES);
  const tables: Table[] = [];
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ refersTo }) =>
      refersTo.every((name) => tables.some((table) => table.name === name)),
    );
    const [next] = waiting.splice(at, 1);
    if (at < 0 || !next?.order)
      throw new Error('A table has no primary key, or tables refer to each other in a circle.');
    const { name, columns, order, hasBytes } = next;
    tables.push({ name, columns, order, batchSize: hasBytes ? 1 : BATCH_ROWS });
  }
  return tables;
}

/** Runs a transaction with time zone UTC, so that equal timestamps have equal texts. */
function inUtc<T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql.raw(`set local timezone to 'UTC'`));
    return work(transaction);
  });
}

/** Computes a table's digest. @param first digest only this many rows, in order of the primary key. */
function digestOf(database: Database, { name, columns, order }: Table, first?: number): Promise<Digest> {
  const rows = `select ${columns.join(', ')} from ${name} ${first === undefined ? '' : `order by ${order} limit ${first}`}`;
  const statement = `
    select count(*)::int as count, coalesce(sum(('x' || left(md5(to_jsonb(row)::text), 15))::bit(60)::bigint), 0)::text as sum
    from (${rows}) row`;
  return inUtc(database, async (transaction) => {
    const [digest] = await rowsOf<Digest>(transaction, statement);
    if (!digest) throw new Error(`${name} was not counted.`);
    return digest;
  });
}

/**
 * Copies the rows after the first `from`, in batches. Each batch is one transaction of the target.
 *
 * @param afterBatch called with the number of rows in the target.
 */
function copyRows(
  source: Database,
  target: Database,
  { name, columns, order, batchSize }: Table,
  { from, afterBatch }: { from: number; afterBatch: (count: number) => void },
): Promise<void> {
  const names = columns.join(', ');
  return inUtc(source, async (transaction) => {
    await transaction.execute(
      sql.raw(`declare rows_to_copy no scroll cursor for
        select to_jsonb(row)::text as json from (select ${names} from ${name} order by ${order} offset ${from}) row`),
    );
    for (let count = from; ;) {
      const rows = await rowsOf<{ json: string }>(transaction, `fetch ${batchSize} from rows_to_copy`);
      if (rows.length === 0) return;
      const batch = `[${rows.map(({ json }) => json).join(',')}]`;
      const insert = sql.raw(
        `insert into ${name} (${names}) select ${names} from jsonb_populate_recordset(null::${name}, `,
      );
      await target.execute(sql`${insert}${batch}::jsonb)`);
      count += rows.length;
      afterBatch(count);
    }
  });
}

/** The data folder to copy from, and the PostgreSQL to copy to. */
export type Migration = Pick<Config, 'dataDir' | 'postgres'> & { databaseUrl: string };

/** Reports the progress of the copy. */
export interface Progress {
  afterBatch?: (table: string, count: number) => void;
}

const isSame = (one: Digest, other: Digest) => one.count === other.count && one.sum === other.sum;

function migrate({ patient }: OpenDatabase): Promise<void> {
  return prepareDatabase(patient, async () => undefined);
}

/** Counts the rows of each table that an earlier run has copied. @throws {ConfigError} if the target has other data. */
async function countCopied(source: Database, target: Database, tables: readonly Table[]): Promise<Map<Table, number>> {
  const copied = new Map<Table, number>();
  for (const table of tables) {
    const existing = await digestOf(target, table);
    if (!isSame(existing, await digestOf(source, table, existing.count)))
      throw new ConfigError(
        `DATABASE_URL: 移動先に、ほかのデータがあります（${table.name}）。空のデータベースを指定してください。`,
      );
    copied.set(table, existing.count);
  }
  return copied;
}

async function moveTables(
  source: Database,
  target: Database,
  { afterBatch }: Progress,
): Promise<Record<string, number>> {
  const tables = await listTables(source);
  const copied = await countCopied(source, target, tables);
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const from = copied.get(table) ?? 0;
    await copyRows(source, target, table, { from, afterBatch: (count) => afterBatch?.(table.name, count) });
    const [expected, actual] = [await digestOf(source, table), await digestOf(target, table)];
    if (!isSame(expected, actual))
      throw new ConfigError(
        `DATABASE_URL: ${table.name} が元と一致しません（${actual.count} / ${expected.count} 行）。`,
      );
    counts[table.name] = actual.count;
  }
  await target.transaction(recountReads);
  return counts;
}

async function openTarget({ databaseUrl, postgres }: Migration): Promise<OpenDatabase> {
  // Open at least two connections: one holds the lock, another copies.
  const target = await openPostgres(databaseUrl, { ...postgres, connections: Math.max(2, postgres.connections) });
  try {
    await migrate(target);
    return target;
  } catch (error) {
    await target.close();
    throw startFailure(error) ?? error;
  }
}

/**
 * Copies everything, or continues an interrupted copy. The data folder is not changed.
 *
 * @returns the verified number of rows by table.
 * @throws {ConfigError} if the folder is in use, the PostgreSQL cannot be reached, or it has other data.
 */
export async function migrateToPostgres(
  migration: Migration,
  progress: Progress = {},
): Promise<Record<string, number>> {
  const { dataDir } = migration;
  if (!existsSync(databaseFolder(dataDir)))
    throw new ConfigError(`DATA_DIR: ${dataDir} に、移すデータベースがありません。`);
  const copy = mkdtempSync(join(tmpdir(), 'manabiba-move-'));
  const opened: OpenDatabase[] = [];
  try {
    await copyDataFolder(dataDir, copy);
    const target = await openTarget(migration);
    opened.push(target);
    const source = await openPGlite(copy);
    opened.push(source);
    // Migrate the copy of the data folder first, because an older version of the server may have written it.
    await migrate(source);
    // The lock of `prepareDatabase` makes a server that starts during the copy wait.
    return await prepareDatabase(target.patient, () => moveTables(source.database, target.patient, progress));
  } finally {
    for (const { close } of opened) await close();
    rmSync(copy, { recursive: true, force: true });
  }
}
