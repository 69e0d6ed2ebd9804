/** PostgreSQL inside this process: locked, synced to disk at each commit. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

import { PGlite, types } from '@electric-sql/pglite';
import { ConfigError } from '@server/config';
import { makeFolder } from '@server/start/make-folder.mjs';
import { drizzle } from 'drizzle-orm/pglite';

import { lockDataFolder } from './data-lock';
import type { OpenDatabase } from './database';
import { durableStartParams, hookFsync } from './fsync-hook';
import * as schema from './schema';

/** count(*) and bigint as numbers: nothing here counts beyond 2^53. */
const parsers = { [types.INT8]: Number };
/** PGlite's own asks `instanceof Uint8Array`, which the bytes of another realm (jsdom's, in tests) are not. */
const serializers = { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` };

function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir, 0o700);
    // Opening a file to write is the one test that quotas and read-only disks fail as well.
    const probe = join(dataDir, '.writable');
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigError(`DATA_DIR: ${dataDir} に書き込めません（${code}）。`);
  }
}

/** What initdb wrote went through no hook: every file and folder is synced once. */
function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const opened = openSync(join(entry.parentPath, entry.name), 'r');
    fsyncSync(opened);
    closeSync(opened);
  }
}

/** Makes a new database beside its place: a first start that was cut off leaves nothing half-made to trip over. */
async function createDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const client = await PGlite.create({ dataDir: unfinished });
  await client.close();
  syncFolder(unfinished);
  renameSync(unfinished, folder);
}

/** What PGlite throws tells nothing to whoever starts it, and is often no error at all: a full disk and damage look alike. */
function openingFailed(dataDir: string): ConfigError {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = Math.floor((bavail * bsize) / 1e6);
  return new ConfigError(
    `DATA_DIR: ${dataDir} のデータベースを開けません（空き容量 ${free} MB）。容量が足りているなら壊れています。バックアップから戻してください。`,
  );
}

async function openFolder(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'database');
  try {
    if (!existsSync(folder)) await createDatabase(folder);
    return await PGlite.create({ dataDir: folder, parsers, serializers, startParams: durableStartParams });
  } catch {
    throw openingFailed(dataDir);
  }
}

async function openSynced(dataDir: string): Promise<PGlite> {
  const client = await openFolder(dataDir);
  const countSyncs = hookFsync(client);
  await client.exec("set timezone to 'UTC'; checkpoint; create table if not exists sync_check (at timestamptz)");
  const before = countSyncs();
  // A change of PGlite's inside would lose commits in a power cut without a word; so it is asked at each start.
  await client.exec('delete from sync_check; insert into sync_check values (now())');
  if (countSyncs() === before) throw new Error('PGlite does not sync its commits: its internals have changed.');
  return client;
}

/** Opens the database of a data folder. @throws {ConfigError} when the folder is in use, cannot be written or opened. */
export async function openPGlite(dataDir: string): Promise<OpenDatabase> {
  makeDataFolder(dataDir);
  const unlock = await lockDataFolder(dataDir);
  try {
    const client = await openSynced(dataDir);
    const close = async () => {
      await client.close();
      unlock();
    };
    return { database: drizzle(client, { schema }), close };
  } catch (error) {
    unlock();
    throw error;
  }
}
