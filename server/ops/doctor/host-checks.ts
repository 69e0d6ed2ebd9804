/** Looks at folders, ports and the clock; changes nothing. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';

import { originOf, type Place } from '@server/api/http/listen';
import type { Config } from '@server/config';
import { freeBytes } from '@server/db/restartable-pglite';
import { newestBackupMs } from '@server/ops/backup/backup-folder';
import { oldAfterMs } from '@server/ops/backup/backup-schedule';

import { HOUR_MS } from '@/lib/constants';
import { formatBytes } from '@/lib/format-bytes';

import { type Finding, ill, mind, well } from './finding';

/** The folder, or the nearest above it that is there. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(resolve(folder)));
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The embedded database's folder: rights and room. */
export function checkDataFolder({ dataDir, diskReserveBytes }: Config): Finding[] {
  const there = nearest(dataDir);
  if (!mayWrite(there) || !statSync(there).isDirectory())
    return [ill('DATA_DIR', `${there} に書き込めません。サーバーを動かす利用者のものにしてください。`)];
  const isNew = there !== dataDir;
  const isOpen = !isNew && process.platform !== 'win32' && (statSync(there).mode & 0o077) !== 0;
  const state = isOpen
    ? mind('DATA_DIR', `${dataDir} はほかの利用者も読めます。chmod 700 ${dataDir}`)
    : well('DATA_DIR', isNew ? `${dataDir} は最初の起動で作られます。` : `${dataDir} に書き込めます。`);
  const free = freeBytes(there);
  const room = `空き容量は${formatBytes(free)}です。`;
  if (free < diskReserveBytes)
    return [state, ill('DISK_RESERVE_MB', `${room}${formatBytes(diskReserveBytes)}より少ないため、保存を断ります。`)];
  return [state, well('DISK_RESERVE_MB', room)];
}

/** The newest in BACKUP_DIR, whoever made it. */
export async function checkBackups({ backup }: Config): Promise<Finding[]> {
  if (!backup) return [mind('BACKUP_DIR', '指定がありません。バックアップを別に用意してください。')];
  const { folder, everyMs } = backup;
  if (!existsSync(folder)) return [ill('BACKUP_DIR', `${folder} がありません。`)];
  const newest = await newestBackupMs(folder);
  if (newest === undefined) return [ill('BACKUP_DIR', `${folder} にバックアップがまだありません。`)];
  const hours = Math.max(0, Math.floor((Date.now() - newest) / HOUR_MS));
  const words = `いちばん新しいバックアップは${hours}時間前のものです。`;
  return [Date.now() - newest > oldAfterMs(everyMs) ? ill('BACKUP_DIR', words) : well('BACKUP_DIR', words)];
}

function isTaken({ host, port }: Place): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'unknown'));
    probe.listen(port, host, () => probe.close(() => done(undefined)));
  });
}

/** Whether a server of ours has a port; its version. */
async function askRunning(place: Place): Promise<string | undefined> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(`${originOf(place.host, place.port)}/healthz`, { signal }).catch(() => undefined);
  return /^ok\nversion: (.+)$/m.exec((await answer?.text()) ?? '')?.[1];
}

/** @param about the variable that names the port. */
export async function checkPort(about: string, place: Place): Promise<Finding> {
  const code = await isTaken(place);
  if (!code) return well(about, `${place.port} 番は空いています。`);
  if (code !== 'EADDRINUSE') return ill(about, `${place.host} の ${place.port} 番を使えません（${code}）。`);
  const version = await askRunning(place);
  if (version) return well(about, `${place.port} 番で、まなびば ${version} が動いています。`);
  return ill(about, `${place.port} 番はほかのプログラムが使っています。`);
}

/** Versions and days of study are of the server's clock: one that was reset lies before what is on the disk. */
export function checkClock(): Finding {
  const time = new Date();
  const written = statSync('package.json').mtimeMs;
  if (time.getTime() < written) return ill('時計', `${time.toISOString()} は遅れています。時刻を合わせてください。`);
  return well('時計', time.toISOString());
}
