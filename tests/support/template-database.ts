/**
 * Makes the template: a data folder with the demo data, made once per version of the server and day; every test server
 * copies it.
 */
import { constants, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { lockDataFolder } from '@server/db/data-lock';
import { ConfigError } from '@server/lib/environment';
import { hashFiles, listFiles } from '@server/tooling/start/hash-files.mjs';

const cacheFolder = resolve('.cache');
const PREFIX = 'test-database-';
/** A low scrypt cost: a sign-in normally takes 0.2 s, and tests sign in hundreds of times. */
export const TEST_PASSWORD_COST = 10;
/** The name of the PostgreSQL database from which others are copied. */
export const DEMO_TEMPLATE = 'demo_template';
/**
 * The Node flag for servers with an existing database: it turns off the optimisation of WebAssembly, which would take
 * most of the start.
 */
export const QUICK_START = '--liftoff-only';

/** The module that makes the template. */
const MAKER = 'tests/support/demo-database.ts';
/**
 * Returns a hash of everything that the template depends on: the server's files, and the day, because the demo history
 * ends today.
 */
function templateName(): string {
  const today = new Date().toISOString().slice(0, 10);
  const hash = hashFiles('.', [...listFiles('.', 'server'), MAKER])
    .update(today)
    .update(String(TEST_PASSWORD_COST));
  return `${PREFIX}${hash.digest('hex').slice(0, 16)}`;
}

async function makeTemplate(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  // Imported lazily: most callers find the template made, and do not need the server's modules.
  const { makeDemoDatabase } = await import('./demo-database');
  await makeDemoDatabase(unfinished, TEST_PASSWORD_COST);
  for (const name of readdirSync(cacheFolder)) {
    const isOld = name.startsWith(PREFIX) && !join(cacheFolder, name).startsWith(folder);
    if (isOld) rmSync(join(cacheFolder, name), { recursive: true, force: true });
  }
  renameSync(unfinished, folder);
}

/** Locks the folder; resolves to undefined while another test worker is making the template. */
async function tryLock(folder: string): Promise<(() => void) | undefined> {
  try {
    return await lockDataFolder(folder);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

let template: Promise<string> | undefined;

async function findTemplate(): Promise<string> {
  const folder = join(cacheFolder, templateName());
  const making = join(cacheFolder, 'making-test-database');
  mkdirSync(making, { recursive: true });
  while (!existsSync(folder)) {
    const unlock = await tryLock(making);
    if (!unlock) {
      await wait(100);
      continue;
    }
    try {
      if (!existsSync(folder)) await makeTemplate(folder);
    } finally {
      unlock();
    }
  }
  return folder;
}

/** Returns the segments of PostgreSQL's write-ahead log in a data folder, oldest first. */
export function listLogSegments(database: string): string[] {
  const log = join(database, 'pg_wal');
  const names = readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name));
  return names.toSorted().map((name) => join(log, name));
}

/** The size that PostgreSQL requires of a log segment, bytes; the template holds only the written part of each. */
const SEGMENT_BYTES = 2 ** 24;

/** Copies the template into a folder. */
export async function copyTemplateDatabase(target: string): Promise<void> {
  template ??= findTemplate();
  cpSync(await template, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
  for (const segment of listLogSegments(join(target, 'database'))) truncateSync(segment, SEGMENT_BYTES);
}
