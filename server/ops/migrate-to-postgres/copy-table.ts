/** Copies a table's rows from one database into another, and tells whether two hold the same (docs/decisions/0060). */
import type { Database } from '@server/db/database';
import { sql } from 'drizzle-orm';

/** A table of ours, as the database describes it. */
export interface Table {
  name: string;
  /** Without those that the database makes itself. */
  columns: readonly string[];
  /** One order of the rows, the same in every database. */
  order: string;
  /** So many rows are copied at once: of files one, which may be large. */
  batchSize: number;
}

/** How many rows there are, and the sum of their checksums. */
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

/** Names are quoted by the database; texts are put in order by their bytes, because databases differ in their languages. */
const DESCRIBE = `
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

/** All tables of ours, those that others refer to first. */
export async function listTables(database: Database): Promise<Table[]> {
  const waiting = await rowsOf<Described>(database, DESCRIBE);
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

/** One moment is one text, wherever the database is. */
function inUtc<T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql.raw(`set local timezone to 'UTC'`));
    return work(transaction);
  });
}

/** @param first of so many rows, in their order; without it of all. */
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
 * Copies the rows after the first `from`, batch by batch; each is there whole or not at all.
 *
 * @param afterBatch is told how many rows are there.
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
      sql.raw(`declare moving no scroll cursor for
        select to_jsonb(row)::text as json from (select ${names} from ${name} order by ${order} offset ${from}) row`),
    );
    for (let count = from; ;) {
      const rows = await rowsOf<{ json: string }>(transaction, `fetch ${batchSize} from moving`);
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
