/** Keeps backups while the server runs: makes them in time or when asked, and knows how they are. */
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

/** `failed` is the last try, or the folder, which cannot be read. */
export const backupStates = ['ok', 'none', 'old', 'failed'] as const;
export type BackupHealth = (typeof backupStates)[number];

export interface BackupSchedule {
  health: () => Promise<BackupHealth>;
  /** In ms since 1970; undefined where there is none, or nobody can tell. */
  newestMs: () => Promise<number | undefined>;
  /** Gives up the one that is being made. */
  stop: () => Promise<void>;
}

/** Without BACKUP_EVERY somebody else sees to it, once a day. */
const OLD_MS = 2 * DAY_MS;
/** A timer for longer would go off at once; who looks early waits on. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** How soon one that failed is tried again. */
const TRY_AGAIN_MS = 10 * MINUTE_MS;

/** What is asked of a running server by `npm run backup`, and what it answers. */
export const backupCallSchema = z.object({ backup: z.object({ folder: z.string(), keep: z.number() }) });
export const backupAnswerSchema = z.union([
  z.object({ path: z.string(), bytes: z.number(), seconds: z.number() }),
  z.object({ error: z.string() }),
]);

/** After how long the newest backup is old. */
export function oldAfterMs(everyMs: number | undefined): number {
  return everyMs === undefined ? OLD_MS : 2 * everyMs;
}

/** @throws {ConfigError} when no backup can lie there. */
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

/** What went wrong, in one line. */
function wordsOf(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `空き容量が足りません（${code}）。`;
  return syscall && code ? `読み書きできません（${code}）。` : message || code || String(error);
}

/** Makes one backup at a time, and tells the log how each went. */
function createMaker({ version, backup }: Config, embedded: Embedded, signal: AbortSignal) {
  // What a killed process has left takes room until somebody looks. Where it cannot be removed, none can be made, and that is told.
  let turn: Promise<unknown> = backup ? removeUnfinished(backup.folder).catch(() => undefined) : Promise.resolve();
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
      if (!signal.aborted) complain(`BACKUP_DIR: バックアップを作れませんでした。${wordsOf(error)}`);
      throw error;
    }
  };
  return {
    make: (place: BackupPlace): Promise<MadeBackup> => {
      const making = turn.then(() => makeNow(place));
      turn = making.catch(() => undefined);
      return making;
    },
    hasFailed: () => hasFailed,
    idle: () => turn,
  };
}

/** Answers `npm run backup`. */
async function answerCall(line: string, make: (place: BackupPlace) => Promise<MadeBackup>): Promise<string> {
  const call = z.parse(backupCallSchema, JSON.parse(line));
  const answer = await make(call.backup).catch((error: unknown) => ({ error: wordsOf(error) }));
  return JSON.stringify(answer);
}

/** Makes a backup whenever the newest is so old. */
function makeInTime(
  { folder, keep, everyMs }: NonNullable<Config['backup']>,
  make: (place: BackupPlace) => Promise<MadeBackup>,
) {
  if (everyMs === undefined) return () => undefined;
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(() => void go(), Math.min(ms, LONGEST_TIMER_MS)).unref();
  };
  const go = async () => {
    try {
      const newest = (await newestBackupMs(folder)) ?? 0;
      const left = newest + everyMs - Date.now();
      // A newest one of the future is a clock's that was put back.
      if (left > 0 && left <= everyMs) return wait(left);
      await make({ folder, keep });
      wait(everyMs);
    } catch {
      wait(Math.min(everyMs, TRY_AGAIN_MS));
    }
  };
  wait(0);
  return () => clearTimeout(timer);
}

/** Begins to keep backups. @param embedded undefined for PostgreSQL, whose backups are somebody else's: they are looked at only. */
export function scheduleBackups(config: Config, embedded: Embedded | undefined): BackupSchedule {
  const ending = new AbortController();
  const maker = embedded && createMaker(config, embedded, ending.signal);
  if (maker) embedded.answerCalls((line) => answerCall(line, maker.make));
  const { backup } = config;
  const stopMaking = backup && maker ? makeInTime(backup, maker.make) : () => undefined;
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
      stopMaking();
      ending.abort();
      await maker?.idle();
    },
  };
}
