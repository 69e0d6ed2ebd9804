/** Opens the embedded database (PGlite): locks the folder, checks it for corruption, syncs every commit to disk. */
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { PGlite, types } from '@electric-sql/pglite';
import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';
import { complain } from '@server/lib/log';
import { makeFolder } from '@server/lib/make-folder.mjs';
import { drizzle } from 'drizzle-orm/pglite';

import { corruptionFailure, openingFailed, requireWholeFiles, requireWholeTables, writingFailed } from './corruption';
import { lockDataFolder } from './data-lock';
import type { Embedded, OpenDatabase } from './database';
import { durableStartParams, hookFsync } from './fsync-hook';
import type { AnswerLine } from './lock-socket';
import { copyOnline } from './online-backup';
import { watchForCrash } from './pglite-crash';
import { findVersionFault, versionFaultWords } from './postgres-version';
import { freeBytes, RestartablePGlite, type WatchedPGlite } from './restartable-pglite';
import * as schema from './schema';
import { syncFolder } from './sync-folder';

/** Interval between vacuums and checkpoints of the embedded database, ms. */
const MAINTENANCE_INTERVAL_MS = 30_000;

/** Reads count(*) and bigint as numbers: no value exceeds 2^53. */
const parsers = { [types.INT8]: Number };
/** Replaces PGlite's serializer, whose `instanceof Uint8Array` fails for bytes of another realm (jsdom, in tests). */
const serializers = { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` };

/** Returns the folder of PostgreSQL's files in a data folder. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'database');
}

const unfinishedFolder = (dataDir: string) => `${databaseFolder(dataDir)}.new`;

function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir, 0o700);
    // Test by creating a file: only this also detects disk quotas and read-only disks.
    const probe = join(dataDir, '.writable');
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigError(`DATA_DIR: ${dataDir} に書き込めません（${code}）。`);
  }
}

/**
 * Creates a new database in a temporary folder and renames it, so that an interrupted first start leaves no partial
 * database.
 */
async function createDatabase(dataDir: string): Promise<void> {
  const unfinished = unfinishedFolder(dataDir);
  rmSync(unfinished, { recursive: true, force: true });
  const client = await PGlite.create({ dataDir: unfinished });
  await client.close();
  // Sync the folder's files: initdb wrote them while the fsync hook was not installed.
  syncFolder(unfinished);
  renameSync(unfinished, databaseFolder(dataDir));
}

/**
 * Refuses a database of another PostgreSQL version. Refuses a folder without a version too, because PGlite would create
 * a new database in it. @throws {ConfigError}
 */
function requireOwnVersion(folder: string): void {
  const fault = existsSync(folder) ? findVersionFault(folder) : undefined;
  if (fault) throw new ConfigError(`DATA_DIR: ${folder}: ${versionFaultWords(fault)}`);
}

async function openFolder(dataDir: string): Promise<PGlite> {
  const folder = databaseFolder(dataDir);
  requireOwnVersion(folder);
  try {
    // Checked here, because PGlite would create a new database if files are missing.
    requireWholeFiles(folder);
    return await PGlite.create({ dataDir: folder, parsers, serializers, startParams: durableStartParams });
  } catch {
    throw openingFailed(dataDir);
  }
}

/** Checks that tables are complete and that commits are synced. @throws {Error} if not. */
async function requireSynced(client: PGlite, countSyncs: () => number, dataDir: string): Promise<void> {
  await requireWholeTables(client).catch(() => {
    throw openingFailed(dataDir);
  });
  await client.exec("set timezone to 'UTC'; checkpoint; create table if not exists sync_check (at timestamptz)");
  const before = countSyncs();
  // Test at each start that a commit is synced: after a change of PGlite's internals, a power cut could silently lose
  // commits.
  await client.exec('delete from sync_check; insert into sync_check values (now())');
  if (countSyncs() === before) throw new Error('PGlite does not sync its commits: its internals have changed.');
}

async function openSynced(dataDir: string): Promise<WatchedPGlite> {
  const client = await openFolder(dataDir);
  const countSyncs = hookFsync(client);
  const crash = watchForCrash(client);
  try {
    await requireSynced(client, countSyncs, dataDir);
  } catch (error) {
    // Close the files of a failed attempt to open PGlite: restarts are retried, and each opens about sixty files.
    crash.closeFiles();
    throw error;
  }
  return { client, crash };
}

/** Opens the database at the start. A new database that cannot be created or opened holds no data, and is removed. */
async function openFirst(dataDir: string): Promise<WatchedPGlite> {
  const folder = databaseFolder(dataDir);
  if (existsSync(folder)) return openSynced(dataDir);
  try {
    await createDatabase(dataDir);
    return await openSynced(dataDir);
  } catch (error) {
    for (const remains of [folder, unfinishedFolder(dataDir)]) rmSync(remains, { recursive: true, force: true });
    throw writingFailed(dataDir, 'に新しいデータベースを作れません', (error as NodeJS.ErrnoException).code);
  }
}

/** Passes a request to the functions one after the other, and returns the reply of the first function that knows it. */
async function answerFirst(answers: readonly AnswerLine[], line: string): Promise<string | undefined> {
  for (const answer of answers) {
    const words = await answer(line);
    if (words !== undefined) return words;
  }
  return undefined;
}

/**
 * Opens the database of a data folder.
 *
 * @throws {ConfigError} if the folder is in use, not writable, or the database cannot be opened.
 */
export async function openPGlite(dataDir: string): Promise<OpenDatabase> {
  makeDataFolder(dataDir);
  const answers: AnswerLine[] = [];
  const unlock = await lockDataFolder(dataDir, (line) => answerFirst(answers, line));
  try {
    const client = new RestartablePGlite(await openFirst(dataDir), dataDir, () => openSynced(dataDir));
    // A database that an older build filled has no statistics.
    await client.analyze();
    const maintain = () => client.maintain().catch((error: unknown) => complain(describeError(error)));
    const maintenance = setInterval(() => void maintain(), MAINTENANCE_INTERVAL_MS).unref();
    const close = async () => {
      clearInterval(maintenance);
      await client.close();
      unlock();
    };
    const embedded: Embedded = {
      folder: databaseFolder(dataDir),
      copyOnline: (steps) => copyOnline(client.query, steps),
      answerCalls: (answer) => void answers.push(answer),
    };
    const database = drizzle(client as unknown as PGlite, { schema });
    const load = () => client.load();
    // Returns NaN if the free space cannot be read: the next call to the database reports the failing disk.
    const free = () => {
      try {
        return freeBytes(dataDir);
      } catch {
        return Number.NaN;
      }
    };
    return { database, patient: database, freeBytes: free, load, embedded, close };
  } catch (error) {
    unlock();
    throw corruptionFailure(error, dataDir) ?? error;
  }
}
