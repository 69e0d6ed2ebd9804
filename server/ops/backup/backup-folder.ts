/** The folder of backups (BACKUP_DIR): what lies there, and which go. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What begins so was never finished. */
export const UNFINISHED = '.unfinished-';
const OURS = /^manabiba-[\d-]+T[\d-]+Z\.tar\.gz$/;

/** A name of its time: in order, and none twice. */
export function backupName(createdAt: string): string {
  return `manabiba-${createdAt.replaceAll(/[:.]/g, '-')}.tar.gz`;
}

/** When the newest backup was made, in ms since 1970, whoever made it; undefined where there is none. @throws of the folder. */
export async function newestBackupMs(folder: string): Promise<number | undefined> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** Removes ours but for the newest. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const ours = (await readdir(folder)).filter((name) => OURS.test(name)).toSorted();
  for (const name of ours.slice(0, Math.max(0, ours.length - keep))) await rm(join(folder, name));
}

/** Removes what was cut off. Its rehearsal may outlive a killed server for a moment, and write there still. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED));
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}
