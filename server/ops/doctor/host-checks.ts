/** Checks this computer for doctor: folders, disk space, backups, ports, clock. The checks change nothing. */
import { accessSync, constants, existsSync, lstatSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';

import { originOf, type ListenAddress } from '@server/api/http/listen';
import type { Config } from '@server/config';
import { openingFailed, requireWholeFiles } from '@server/db/corruption';
import { lockDataFolder } from '@server/db/data-lock';
import { databaseFolder } from '@server/db/open-pglite';
import { findVersionFault, versionFaultWords } from '@server/db/postgres-version';
import { freeBytes } from '@server/db/restartable-pglite';
import { addressesOf, isMissingAddress } from '@server/lib/loopbacks.mjs';
import { newestBackupMs } from '@server/ops/backup/backup-folder';
import { oldAfterMs } from '@server/ops/backup/backup-schedule';

import { HOUR_MS } from '@/lib/constants';
import { formatBytes } from '@/lib/format-bytes';

import { type Finding, fail, pass, warn } from './finding';

/** Returns true for whatever exists, also for a link to nothing, whose place no folder can take. */
function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns the folder if it exists, or its nearest existing parent. */
function nearestExisting(folder: string): string {
  return exists(folder) ? folder : nearestExisting(dirname(resolve(folder)));
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that the folder's database has the PostgreSQL version that this server opens, and that none of its main files
 * is missing.
 */
function checkDatabase(dataDir: string): Finding[] {
  const folder = databaseFolder(dataDir);
  const fault = findVersionFault(folder);
  if (fault) return [fail('DATA_DIR', `${folder}: ${versionFaultWords(fault)}`)];
  try {
    requireWholeFiles(folder);
    return [];
  } catch {
    return [fail('DATA_DIR', openingFailed(dataDir).message.replace(/^DATA_DIR: /, ''))];
  }
}

/** Checks before the first start that the disk can hold a lock, in a temporary folder. */
async function checkNewLock(existing: string): Promise<Finding[]> {
  try {
    const folder = mkdtempSync(join(existing, '.manabiba-'));
    try {
      (await lockDataFolder(folder))();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return [];
  } catch (error) {
    const words = error instanceof Error ? error.message.replace(/^DATA_DIR: /, '') : String(error);
    // Name the folder that exists: the temporary one is gone when the words are read.
    return [fail('DATA_DIR', words.replace(/\/\.manabiba-\w+/, ''))];
  }
}

/** Checks the embedded database's folder: permissions, version and free space. */
export async function checkDataFolder({ dataDir, diskReserveBytes }: Config): Promise<Finding[]> {
  const existing = nearestExisting(dataDir);
  if (!mayWrite(existing) || !statSync(existing).isDirectory())
    return [fail('DATA_DIR', `${existing} に書き込めません。サーバーを動かす利用者のものにしてください。`)];
  const isNew = existing !== dataDir;
  const isOpen = !isNew && process.platform !== 'win32' && (statSync(existing).mode & 0o077) !== 0;
  const state = isOpen
    ? warn('DATA_DIR', `${dataDir} はほかの利用者も読めます。chmod 700 ${dataDir}`)
    : pass('DATA_DIR', isNew ? `${dataDir} は最初の起動で作られます。` : `${dataDir} に書き込めます。`);
  const faults = existsSync(databaseFolder(dataDir)) ? checkDatabase(dataDir) : await checkNewLock(existing);
  const free = freeBytes(existing);
  const room = `空き容量は${formatBytes(free)}です。`;
  if (free < diskReserveBytes)
    return [
      state,
      ...faults,
      fail('DISK_RESERVE_MB', `${room}${formatBytes(diskReserveBytes)}より少ないため、保存を断ります。`),
    ];
  return [state, ...faults, pass('DISK_RESERVE_MB', room)];
}

/** Checks the age of the newest file in BACKUP_DIR, whatever program made it. */
export async function checkBackups({ backup }: Config): Promise<Finding[]> {
  if (!backup) return [warn('BACKUP_DIR', '指定がありません。バックアップを別に用意してください。')];
  const { folder, everyMs } = backup;
  if (!existsSync(folder)) return [fail('BACKUP_DIR', `${folder} がありません。`)];
  const newest = await newestBackupMs(folder);
  if (newest === undefined) return [fail('BACKUP_DIR', `${folder} にバックアップがまだありません。`)];
  const hours = Math.max(0, Math.floor((Date.now() - newest) / HOUR_MS));
  const words = `いちばん新しいバックアップは${hours}時間前のものです。`;
  return [Date.now() - newest > oldAfterMs(everyMs) ? fail('BACKUP_DIR', words) : pass('BACKUP_DIR', words)];
}

/** Tries to listen on a port. @returns the error's code, or undefined if the port is free. */
function listenError(address: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'unknown'));
    probe.listen(port, address, () => probe.close(() => done(undefined)));
  });
}

/** Returns the version of a まなびば server on a port; undefined if there is none. */
async function runningVersion(address: string, port: number): Promise<string | undefined> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(`${originOf(address, port)}/healthz`, { signal }).catch(() => undefined);
  return /^ok\nversion: (.+)$/m.exec((await answer?.text()) ?? '')?.[1];
}

/**
 * Checks that a port is free at one address, or that our own server uses it; undefined if this computer lacks the
 * address.
 */
async function checkAddress(about: string, address: string, port: number): Promise<Finding | undefined> {
  const code = await listenError(address, port);
  if (!code) return pass(about, `${port} 番は空いています。`);
  if (isMissingAddress(code)) return undefined;
  if (code !== 'EADDRINUSE') return fail(about, `${address} の ${port} 番を使えません（${code}）。`);
  const version = await runningVersion(address, port);
  if (version) return pass(about, `${port} 番で、まなびば ${version} が動いています。`);
  return fail(about, `${port} 番はほかのプログラムが使っています（${address}）。`);
}

/** Checks a port at all addresses of its host, of which `localhost` has two. @param about the variable of the port. */
export async function checkPort(about: string, { host, port }: ListenAddress): Promise<Finding> {
  const checked = await Promise.all(addressesOf(host).map((address) => checkAddress(about, address, port)));
  const findings = checked.filter((finding) => finding !== undefined);
  const worst = findings.find(({ state }) => state === 'fail') ?? findings.find(({ words }) => /動いて/.test(words));
  return worst ?? findings[0] ?? fail(about, `${host} の ${port} 番を使えません（このコンピューターにない番地です）。`);
}

/** Checks that the clock is not earlier than the installed files: versions and study days depend on it. */
export function checkClock(): Finding {
  const time = new Date();
  const written = statSync('package.json').mtimeMs;
  if (time.getTime() < written) return fail('時計', `${time.toISOString()} は遅れています。時刻を合わせてください。`);
  return pass('時計', time.toISOString());
}
