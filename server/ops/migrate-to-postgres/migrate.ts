/** Moves all rows and files of an embedded database into a PostgreSQL (docs/decisions/0060). */
import { constants, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Config } from '@server/config';
import { lockDataFolder } from '@server/db/data-lock';
import type { Database, OpenDatabase } from '@server/db/database';
import { openPGlite } from '@server/db/open-pglite';
import { openPostgres } from '@server/db/open-postgres';
import { startFailure } from '@server/db/postgres-failures';
import { prepareDatabase } from '@server/db/prepare-database';
import { ConfigError } from '@server/lib/environment';

import { copyRows, type Digest, digestOf, listTables, type Table } from './copy-table';

export type House = Pick<Config, 'dataDir' | 'postgres'> & { databaseUrl: string };

/** What is told of the way. */
export interface Told {
  afterBatch?: (table: string, count: number) => void;
}

const isSame = (one: Digest, other: Digest) => one.count === other.count && one.sum === other.sum;

function migrate({ patient }: OpenDatabase): Promise<void> {
  return prepareDatabase(patient, async () => undefined);
}

/** A copy of the folder: to open it would write to it. */
async function copyFolder(dataDir: string, copy: string): Promise<void> {
  if (!existsSync(join(dataDir, 'database')))
    throw new ConfigError(`DATA_DIR: ${dataDir} に、移すデータベースがありません。`);
  const unlock = await lockDataFolder(dataDir);
  try {
    const options = { recursive: true, mode: constants.COPYFILE_FICLONE };
    cpSync(join(dataDir, 'database'), join(copy, 'database'), options);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigError(`TMPDIR: ${copy} に ${dataDir} の写しを作れません（${code}）。`);
  } finally {
    unlock();
  }
}

/** How many rows of each table are there already. @throws {ConfigError} where anything else is. */
async function findMoved(source: Database, target: Database, tables: readonly Table[]): Promise<Map<Table, number>> {
  const moved = new Map<Table, number>();
  for (const table of tables) {
    const there = await digestOf(target, table);
    if (!isSame(there, await digestOf(source, table, there.count)))
      throw new ConfigError(
        `DATABASE_URL: 移動先に、ほかのデータがあります（${table.name}）。空のデータベースを指定してください。`,
      );
    moved.set(table, there.count);
  }
  return moved;
}

async function moveTables(source: Database, target: Database, { afterBatch }: Told): Promise<Record<string, number>> {
  const tables = await listTables(source);
  const moved = await findMoved(source, target, tables);
  const counts: Record<string, number> = {};
  for (const table of tables) {
    await copyRows(source, target, table, moved.get(table) ?? 0, (count) => afterBatch?.(table.name, count));
    const [wanted, there] = [await digestOf(source, table), await digestOf(target, table)];
    if (!isSame(wanted, there))
      throw new ConfigError(`DATABASE_URL: ${table.name} が元と一致しません（${there.count} / ${wanted.count} 行）。`);
    counts[table.name] = there.count;
  }
  return counts;
}

async function openTarget({ databaseUrl, postgres }: House): Promise<OpenDatabase> {
  // One holds the lock, another one copies.
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
 * Moves, or goes on where it was cut off; the folder stays as it is.
 *
 * @returns how many rows each table has, all of them compared.
 * @throws {ConfigError} for a folder in use, an address that does not let us in, a database with anything else in it.
 */
export async function migrateToPostgres(house: House, told: Told = {}): Promise<Record<string, number>> {
  const copy = mkdtempSync(join(tmpdir(), 'manabiba-move-'));
  const opened: OpenDatabase[] = [];
  try {
    await copyFolder(house.dataDir, copy);
    const target = await openTarget(house);
    opened.push(target);
    const source = await openPGlite(copy);
    opened.push(source);
    // The tables of today, whatever version wrote the folder.
    await migrate(source);
    // A server that is started meanwhile waits.
    return await prepareDatabase(target.patient, () => moveTables(source.database, target.patient, told));
  } finally {
    for (const { close } of opened) await close();
    rmSync(copy, { recursive: true, force: true });
  }
}
