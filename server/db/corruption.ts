/** Detects a corrupt database at the start: PostgreSQL itself reads a truncated table without an error. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import { ConfigError } from '@server/lib/environment';

import { DatabaseUnavailableError } from './database-unavailable';
import { freeBytes } from './restartable-pglite';

/** Size of the control file, bytes. */
const CONTROL_BYTES = 8192;
/** Size of a WAL segment, bytes. PostgreSQL creates segments elsewhere and renames them, so none is ever shorter. */
const SEGMENT_BYTES = 2 ** 24;
/** SQLSTATEs of corruption: data_corrupted, index_corrupted, undefined_file. */
const CORRUPTION_CODES = /^(XX00[12]|58P01)$/;

/**
 * SQL for tables (and TOAST tables) with fewer pages than at the last vacuum, and the first column of their primary
 * key.
 */
const SHRUNK_TABLES = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name, quote_ident(a.attname) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
  where n.nspname in ('public', 'pg_toast') and c.relkind in ('r', 't')
    and c.relpages > pg_relation_size(c.oid) / current_setting('block_size')::int`;
const FORCE_INDEX_SCAN = `set enable_seqscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off; set enable_sort = off`;
const RESET_SCANS = `reset enable_seqscan; reset enable_bitmapscan; reset enable_indexonlyscan; reset enable_sort`;

/**
 * Creates the error of a database that cannot be opened. It names both possible causes, because PGlite's own errors do
 * not tell a full disk from corruption.
 */
export function openingFailed(dataDir: string): ConfigError {
  const free = Math.floor(freeBytes(dataDir) / 1e6);
  return new ConfigError(
    `DATA_DIR: ${dataDir} のデータベースを開けません（空き容量 ${free} MB）。容量が足りているなら壊れています。npm run restore -- FILE DIR で、バックアップから戻してください。`,
  );
}

/**
 * Creates the error of a database that cannot be created or written, in which nothing is corrupt.
 *
 * @param what in Japanese, was not possible
 */
export function writingFailed(dataDir: string, what: string, code?: string): ConfigError {
  const free = Math.floor(freeBytes(dataDir) / 1e6);
  return new ConfigError(
    `DATA_DIR: ${dataDir} ${what}（空き容量 ${free} MB${code ? `、${code}` : ''}）。容量と、このフォルダーを使う権限を確かめてください。`,
  );
}

/** Returns the error for corruption or a failing disk that is found later in the start; undefined for other errors. */
export function corruptionFailure(error: unknown, dataDir: string): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseUnavailableError) return writingFailed(dataDir, 'のデータベースに書き込めません');
  const { code = '' } = error as { code?: string };
  return CORRUPTION_CODES.test(code) ? openingFailed(dataDir) : corruptionFailure(error.cause, dataDir);
}

/** Checks the database's files. @throws {Error} if one is missing or truncated. */
export function requireWholeFiles(folder: string): void {
  if (statSync(join(folder, 'global/pg_control')).size !== CONTROL_BYTES)
    throw new Error('The control file is truncated.');
  const wal = join(folder, 'pg_wal');
  const segments = readdirSync(wal).filter((name) => /^[0-9A-F]{24}$/.test(name));
  const isWhole = (name: string) => statSync(join(wal, name)).size === SEGMENT_BYTES;
  if (segments.length === 0 || !segments.every(isWhole)) throw new Error('The WAL is truncated.');
}

/**
 * Reads shrunk tables through their index.
 *
 * @throws {Error} from PostgreSQL if a row's page is missing, unless vacuum removed the row.
 */
export async function requireWholeTables(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ name: string; key: string }>(SHRUNK_TABLES);
  if (rows.length === 0) return;
  await client.exec(FORCE_INDEX_SCAN);
  for (const { name, key } of rows)
    await client.query(`select count(*) from (select ${key} from ${name} order by ${key} offset 0) each`);
  await client.exec(RESET_SCANS);
}
