/** Copies all rows and files of an embedded database into a PostgreSQL (docs/decisions/0060). */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Config } from '@server/config';
import { copyDataFolder } from '@server/db/copy-data-folder';
import type { Database, OpenDatabase } from '@server/db/database';
import { databaseFolder, openPGlite } from '@server/db/open-pglite';
import { openPostgres } from '@server/db/open-postgres';
import { startFailure } from '@server/db/postgres-failures';
import { prepareDatabase } from '@server/db/prepare-database';
import { ConfigError } from '@server/lib/environment';

import { copyRows, type Digest, digestOf, listTables, type Table } from './copy-table';

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
    await copyRows(source, target, table, copied.get(table) ?? 0, (count) => afterBatch?.(table.name, count));
    const [expected, actual] = [await digestOf(source, table), await digestOf(target, table)];
    if (!isSame(expected, actual))
      throw new ConfigError(
        `DATABASE_URL: ${table.name} が元と一致しません（${actual.count} / ${expected.count} 行）。`,
      );
    counts[table.name] = actual.count;
  }
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
