/** Copies a table's rows between databases, and compares tables by checksum (docs/decisions/0060). */
import type { Database } from '@server/db/database';
import { sql } from 'drizzle-orm';

/** A database table, as the database's catalog describes it. */
export interface Table {
  name: string;
  /** Column names, without generated columns. */
  columns: readonly string[];
  /** Columns of the primary key. Rows sorted by them have the same order in every database. */
  order: string;
  /** Rows per batch; 1 for tables with files, which may be large. */
  batchSize: number;
}

/** A table's digest: the number of rows and the sum of their checksums. */
export interface Digest {
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

/** Describes all tables. Names are quoted; texts are sorted bytewise, because databases have different collations. */
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
  where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and t.relname not in ('migrations', 'sync_check')
  order by t.relname collate "C"`;

/** Lists all tables, referenced tables first. @throws {Error} for a table without primary key or circular references. */
export async function listTables(database: Database): Promise<Table[]> {
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
export function digestOf(database: Database, { name, columns, order }: Table, first?: number): Promise<Digest> {
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
export function copyRows(
  source: Database,
  target: Database,
  { name, columns, order, batchSize }: Table,
  from: number,
  afterBatch: (count: number) => void,
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
