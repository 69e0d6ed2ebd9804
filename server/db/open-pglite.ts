/** PostgreSQL inside this process: locked, synced to disk at each commit. */
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { PGlite, types } from '@electric-sql/pglite';
import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';
import { complain } from '@server/lib/log';
import { makeFolder } from '@server/lib/make-folder.mjs';
import { drizzle } from 'drizzle-orm/pglite';

import { corruptionFailure, openingFailed, requireWholeFiles, requireWholeTables } from './corruption';
import { lockDataFolder } from './data-lock';
import type { Embedded, OpenDatabase } from './database';
import { durableStartParams, hookFsync } from './fsync-hook';
import type { AnswerLine } from './lock-socket';
import { copyOnline } from './online-backup';
import { watchForCrash } from './pglite-crash';
import { freeBytes, RestartablePGlite, type WatchedPGlite } from './restartable-pglite';
import * as schema from './schema';
import { syncFolder } from './sync-folder';

/** How often what was written since is tidied. */
const TIDY_MS = 30_000;

/** count(*) and bigint as numbers: nothing here counts beyond 2^53. */
const parsers = { [types.INT8]: Number };
/** PGlite's own asks `instanceof Uint8Array`, which the bytes of another realm (jsdom's, in tests) are not. */
const serializers = { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` };

/** Where PostgreSQL's own files lie in a data folder. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'database');
}

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

/** Makes a new database beside its place: a first start that was cut off leaves nothing half-made to trip over. */
async function createDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const client = await PGlite.create({ dataDir: unfinished });
  await client.close();
  // What initdb wrote went through no hook.
  syncFolder(unfinished);
  renameSync(unfinished, folder);
}

async function openFolder(dataDir: string, mayCreate: boolean): Promise<PGlite> {
  const folder = databaseFolder(dataDir);
  try {
    if (mayCreate && !existsSync(folder)) await createDatabase(folder);
    // PGlite would make a new one in place of what is gone.
    requireWholeFiles(folder);
    return await PGlite.create({ dataDir: folder, parsers, serializers, startParams: durableStartParams });
  } catch {
    throw openingFailed(dataDir);
  }
}

/** Looks at its tables, and whether its commits are synced. @throws {Error} when they are not whole, or not synced. */
async function requireSynced(client: PGlite, countSyncs: () => number, dataDir: string): Promise<void> {
  await requireWholeTables(client).catch(() => {
    throw openingFailed(dataDir);
  });
  await client.exec("set timezone to 'UTC'; checkpoint; create table if not exists sync_check (at timestamptz)");
  const before = countSyncs();
  // A change of PGlite's inside would lose commits in a power cut without a word; so it is asked at each start.
  await client.exec('delete from sync_check; insert into sync_check values (now())');
  if (countSyncs() === before) throw new Error('PGlite does not sync its commits: its internals have changed.');
}

async function openSynced(dataDir: string, mayCreate: boolean): Promise<WatchedPGlite> {
  const client = await openFolder(dataDir, mayCreate);
  const countSyncs = hookFsync(client);
  const life = watchForCrash(client);
  try {
    await requireSynced(client, countSyncs, dataDir);
  } catch (error) {
    // It is tried again soon, and each try has some sixty files open.
    life.bury();
    throw error;
  }
  return { client, life };
}

/** Opens the database of a data folder. @throws {ConfigError} when the folder is in use, cannot be written or opened. */
export async function openPGlite(dataDir: string): Promise<OpenDatabase> {
  makeDataFolder(dataDir);
  const hearing: { answer?: AnswerLine } = {};
  const unlock = await lockDataFolder(dataDir, async (line) => hearing.answer?.(line));
  try {
    const client = new RestartablePGlite(await openSynced(dataDir, true), dataDir, () => openSynced(dataDir, false));
    const tidy = () => client.tidy().catch((error: unknown) => complain(describeError(error)));
    const tidying = setInterval(() => void tidy(), TIDY_MS).unref();
    const close = async () => {
      clearInterval(tidying);
      await client.close();
      unlock();
    };
    const embedded: Embedded = {
      folder: databaseFolder(dataDir),
      copyOnline: (steps) => copyOnline(client.query, steps),
      answerCalls: (answer) => {
        hearing.answer = answer;
      },
    };
    const database = drizzle(client as unknown as PGlite, { schema });
    const load = () => client.load();
    // Of a disk that does not answer the next call finds out.
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
