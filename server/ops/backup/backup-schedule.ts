/** Makes backups while the server runs, on schedule or by `npm run backup`, and reports their state. */
import { accessSync, constants } from 'node:fs';
import { resolve, sep } from 'node:path';

import type { Config } from '@server/config';
import type { Embedded } from '@server/db/database';
import { ConfigError } from '@server/lib/environment';
import { complain, say } from '@server/lib/log';
import * as z from 'zod/mini';

import { DAY_MS, MINUTE_MS } from '@/lib/constants';
import { formatBytes } from '@/lib/format-bytes';

import { newestBackupMs, removeUnfinished } from './backup-folder';
import { type BackupPlace, type MadeBackup, makeBackup } from './make-backup';

/** States of the backups that health checks report. `failed`: the last backup failed, or the folder cannot be read. */
export const backupStates = ['ok', 'none', 'old', 'failed'] as const;
export type BackupHealth = (typeof backupStates)[number];

export interface BackupSchedule {
  health: () => Promise<BackupHealth>;
  /** Time of the newest backup, ms since 1970; undefined if there is none or it is unknown. */
  newestMs: () => Promise<number | undefined>;
  /** Stops the schedule and aborts a backup in progress. */
  stop: () => Promise<void>;
}

/**
 * The age at which the newest backup counts as old if BACKUP_EVERY is not set: then another program makes the backups,
 * presumably daily.
 */
const DEFAULT_OLD_AFTER_MS = 2 * DAY_MS;
/** The longest delay that setTimeout accepts, ms; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Delay before the next try after a failed backup, ms. */
const RETRY_DELAY_MS = 10 * MINUTE_MS;

/**
 * Schemas of the request that `npm run backup` sends on the lock's socket of a running server, and of the server's
 * reply.
 */
export const backupCallSchema = z.object({ backup: z.object({ folder: z.string(), keep: z.number() }) });
export const backupAnswerSchema = z.union([
  z.object({ path: z.string(), bytes: z.number(), seconds: z.number() }),
  z.object({ error: z.string() }),
]);

/** Returns the age at which the newest backup counts as old, ms. */
export function oldAfterMs(everyMs: number | undefined): number {
  return everyMs === undefined ? DEFAULT_OLD_AFTER_MS : 2 * everyMs;
}

/** Checks BACKUP_DIR. @throws {ConfigError} if it is not writable or inside DATA_DIR. */
export function requireBackupFolder({
  backup,
  dataDir,
  databaseUrl,
}: Pick<Config, 'backup' | 'dataDir' | 'databaseUrl'>) {
  if (!backup) return;
  try {
    accessSync(backup.folder, databaseUrl ? constants.R_OK : constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigError(`BACKUP_DIR: ${backup.folder} に書き込めません（${code}）。`);
  }
  const isInside = `${resolve(backup.folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`);
  if (!databaseUrl && isInside)
    throw new ConfigError('BACKUP_DIR と DATA_DIR: バックアップは、データとは別のフォルダーに置いてください。');
}

/** Returns an error's message as one Japanese line. */
function messageOf(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `空き容量が足りません（${code}）。`;
  return syscall && code ? `読み書きできません（${code}）。` : message || code || String(error);
}

/** Creates a function that makes backups, one at a time, and logs each result. */
function createMaker({ version, backup }: Config, embedded: Embedded, signal: AbortSignal) {
  // First remove the unfinished backups of a killed process, to free disk space. If that fails, the next backup fails
  // too and is logged.
  let queue: Promise<unknown> = backup ? removeUnfinished(backup.folder).catch(() => undefined) : Promise.resolve();
  let hasFailed = false;
  const makeNow = async (place: BackupPlace): Promise<MadeBackup> => {
    try {
      const made = await makeBackup({ ...embedded, version }, place, signal);
      hasFailed = false;
      say(`バックアップを作りました: ${made.path}（${formatBytes(made.bytes)}、${made.seconds.toFixed(1)}秒）`, {
        ...made,
      });
      return made;
    } catch (error) {
      hasFailed = true;
      if (!signal.aborted) complain(`BACKUP_DIR: バックアップを作れませんでした。${messageOf(error)}`);
      throw error;
    }
  };
  return {
    make: (place: BackupPlace): Promise<MadeBackup> => {
      const making = queue.then(() => makeNow(place));
      queue = making.catch(() => undefined);
      return making;
    },
    hasFailed: () => hasFailed,
    idle: () => queue,
  };
}

/** Answers `npm run backup` on the lock's socket; undefined for another request. */
async function answerCall(
  line: string,
  make: (place: BackupPlace) => Promise<MadeBackup>,
): Promise<string | undefined> {
  const { data: call } = z.safeParse(backupCallSchema, JSON.parse(line));
  if (!call) return undefined;
  const answer = await make(call.backup).catch((error: unknown) => ({ error: messageOf(error) }));
  return JSON.stringify(answer);
}

/**
 * Starts scheduled backups: makes one when the newest is `everyMs` old.
 *
 * @returns a function that stops the schedule.
 */
function startTimer(
  { folder, keep, everyMs }: NonNullable<Config['backup']>,
  make: (place: BackupPlace) => Promise<MadeBackup>,
) {
  if (everyMs === undefined) return () => undefined;
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(() => void go(), Math.min(ms, MAX_TIMER_MS)).unref();
  };
  const go = async () => {
    try {
      const newest = (await newestBackupMs(folder)) ?? 0;
      const left = newest + everyMs - Date.now();
      // If the newest backup is dated in the future, the clock was set back: make a backup now.
      if (left > 0 && left <= everyMs) return wait(left);
      await make({ folder, keep });
      wait(everyMs);
    } catch {
      wait(Math.min(everyMs, RETRY_DELAY_MS));
    }
  };
  wait(0);
  return () => clearTimeout(timer);
}

/**
 * Starts scheduled backups and monitoring.
 *
 * @param embedded undefined for PostgreSQL: other programs make its backups, only their age is monitored.
 */
export function scheduleBackups(config: Config, embedded: Embedded | undefined): BackupSchedule {
  const ending = new AbortController();
  const maker = embedded && createMaker(config, embedded, ending.signal);
  if (maker) embedded.answerCalls((line) => answerCall(line, maker.make));
  const { backup } = config;
  const stopTimer = backup && maker ? startTimer(backup, maker.make) : () => undefined;
  const newestMs = async () => (backup ? newestBackupMs(backup.folder) : undefined);
  return {
    newestMs: () => newestMs().catch(() => undefined),
    health: async () => {
      try {
        const newest = await newestMs();
        if (maker?.hasFailed()) return 'failed';
        if (newest === undefined) return 'none';
        return Date.now() - newest > oldAfterMs(backup?.everyMs) ? 'old' : 'ok';
      } catch {
        return 'failed';
      }
    },
    stop: async () => {
      stopTimer();
      ending.abort();
      await maker?.idle();
    },
  };
}
