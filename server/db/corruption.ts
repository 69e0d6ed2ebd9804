/** Tells damaged data, before they are taken for all there are: PostgreSQL itself reads a table that was cut off without a word. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import { ConfigError } from '@server/lib/environment';

import { freeBytes } from './restartable-pglite';

/** Without these PGlite makes a database, or PostgreSQL none. */
const NEEDED = ['PG_VERSION', 'global/pg_control'];
/** A segment of the log is made beside its place: it is never shorter. */
const SEGMENT_BYTES = 2 ** 24;
/** A page, index or file that is not what it must be. */
const DAMAGED = /^(XX00[12]|58P01)$/;

/** What tables, and their long values, had at the last vacuum, and have not now; and by what they are in order. */
const SHORTENED = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name, quote_ident(a.attname) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
  where n.nspname in ('public', 'pg_toast') and c.relkind in ('r', 't')
    and c.relpages > pg_relation_size(c.oid) / current_setting('block_size')::int`;
const BY_INDEX = `set enable_seqscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off; set enable_sort = off`;
const AS_USUAL = `reset enable_seqscan; reset enable_bitmapscan; reset enable_indexonlyscan; reset enable_sort`;

/** What PGlite throws tells nothing to whoever starts it, and is often no error at all: a full disk and damage look alike. */
export function openingFailed(dataDir: string): ConfigError {
  const free = Math.floor(freeBytes(dataDir) / 1e6);
  return new ConfigError(
    `DATA_DIR: ${dataDir} のデータベースを開けません（空き容量 ${free} MB）。容量が足りているなら壊れています。npm run restore -- FILE DIR で、バックアップから戻してください。`,
  );
}

/** The same for what is found damaged later in a start; undefined where it is something else. */
export function corruptionFailure(error: unknown, dataDir: string): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '' } = error as { code?: string };
  return DAMAGED.test(code) ? openingFailed(dataDir) : corruptionFailure(error.cause, dataDir);
}

/** Looks at the files. @throws {Error} when one is missing or cut off. */
export function requireWholeFiles(folder: string): void {
  for (const name of NEEDED) statSync(join(folder, name));
  const log = join(folder, 'pg_wal');
  const segments = readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name));
  const isWhole = (name: string) => statSync(join(log, name)).size === SEGMENT_BYTES;
  if (segments.length === 0 || !segments.every(isWhole)) throw new Error('The log is cut off.');
}

/** Reads what is shorter than it was by its index: PostgreSQL throws for a row whose page is gone, if it was not cleared away. */
export async function requireWholeTables(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ name: string; key: string }>(SHORTENED);
  if (rows.length === 0) return;
  await client.exec(BY_INDEX);
  for (const { name, key } of rows)
    await client.query(`select count(*) from (select ${key} from ${name} order by ${key} offset 0) each`);
  await client.exec(AS_USUAL);
}
