/** Restores a backup into a new data folder, opens the database and reads all rows. */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { READ_COUNTS_SETTING } from '@server/api/study/read-counts';
import { lockDataFolder } from '@server/db/data-lock';
import { durableStartParams } from '@server/db/fsync-hook';
import { findVersionFault, otherMajorWords } from '@server/db/postgres-version';
import { knownMigrations } from '@server/db/prepare-database';
import { syncFolder, syncEntries } from '@server/db/sync-folder';
import { ConfigError } from '@server/lib/environment';
import { makeFolder } from '@server/lib/make-folder.mjs';

import { type BackupHead, newerVersionMessage, unpackBackup } from './archive';

export interface Restored {
  createdAt: string;
  rows: number;
}

const OUR_TABLES = `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

function makeEmptyFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
    if (readdirSync(folder).length === 0) return;
  } catch (error) {
    throw new ConfigError(`${folder}: 書き込めません（${(error as NodeJS.ErrnoException).code ?? 'unknown'}）。`);
  }
  throw new ConfigError(`${folder}: 空ではありません。新しいフォルダーを指定してください。`);
}

/** Returns true if this version of the server knows all migrations of the backup. */
function isCompatible({ migrations }: BackupHead): boolean {
  const known = new Set(knownMigrations());
  return migrations.every((hash) => known.has(hash));
}

/**
 * Opens the restored database, which replays the WAL, and reads every row. The next start counts readings again.
 *
 * @returns the number of rows.
 */
async function openAndCount(database: string): Promise<number> {
  const client = await PGlite.create({ dataDir: database, startParams: durableStartParams });
  let rows = 0;
  const tables = await client.query<{ name: string }>(OUR_TABLES);
  if (tables.rows.length === 0) throw new Error('no tables');
  for (const { name } of tables.rows) {
    const counted = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    rows += counted.rows[0]?.count ?? 0;
  }
  await client.query('delete from settings where key = $1', [READ_COUNTS_SETTING]);
  await client.exec('checkpoint');
  await client.close();
  return rows;
}

/** Returns what to do with a backup of another PostgreSQL version, in Japanese. */
function wayOut({ version }: BackupHead): string {
  return `これを作った版（${version}）のまなびばで戻してください。いまの版に移すには、その版の npm run move で PostgreSQL に写し、DATABASE_URL を指定して起動します。`;
}

async function restoreInto(file: string, folder: string): Promise<Restored> {
  const unfinished = join(folder, 'unfinished');
  try {
    const head = await unpackBackup(file, unfinished);
    if (!isCompatible(head)) throw new ConfigError(newerVersionMessage(file, head));
    const database = join(unfinished, 'database');
    const fault = findVersionFault(database);
    if (fault?.kind === 'other') throw new ConfigError(`${file}: ${otherMajorWords(fault.major)}${wayOut(head)}`);
    const rows = await openAndCount(database).catch(() => {
      throw new ConfigError(`${file}: 中のデータベースを開けません。別のバックアップを使ってください。`);
    });
    syncFolder(database);
    renameSync(database, join(folder, 'database'));
    return { createdAt: head.createdAt, rows };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    syncEntries(folder);
  }
}

/**
 * Restores a backup.
 *
 * @param folder a new DATA_DIR.
 * @throws {ConfigError} if the folder is not empty, or the file is not a valid backup of this or an older version.
 */
export async function restoreBackup(file: string, folder: string): Promise<Restored> {
  makeEmptyFolder(folder);
  const unlock = await lockDataFolder(folder);
  try {
    return await restoreInto(resolve(file), resolve(folder));
  } finally {
    unlock();
  }
}
