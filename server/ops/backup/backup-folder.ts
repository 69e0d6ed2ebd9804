/** The folder of backups (BACKUP_DIR): names, the newest backup, and which files are removed. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Prefix of the names of unfinished backups. */
export const UNFINISHED = '.unfinished-';
const BACKUP_NAME = /^manabiba-[\d-]+T[\d-]+Z\.tar\.gz$/;

/** Returns a backup's file name with the time (ISO 8601): unique, and sorted by age. */
export function backupName(createdAt: string): string {
  return `manabiba-${createdAt.replaceAll(/[:.]/g, '-')}.tar.gz`;
}

/**
 * Returns the modification time of the newest file, ms since 1970, whatever program made it; undefined if there is
 * none.
 *
 * @throws {Error} if the folder cannot be read.
 */
export async function newestBackupMs(folder: string): Promise<number | undefined> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** Removes the server's oldest backups. @param keep the number of backups that are kept. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).toSorted();
  for (const name of backups.slice(0, Math.max(0, backups.length - keep))) await rm(join(folder, name));
}

/** Removes unfinished backups. Retries, because the test restore of a killed server may still write for a moment. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED));
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}
