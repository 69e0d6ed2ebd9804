/** Makes one backup: packed, restored in rehearsal, and only then given its name. */
import { execFile } from 'node:child_process';
import { type Dirent } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CopySteps } from '@server/db/online-backup';
import { knownMigrations } from '@server/db/prepare-database';
import { syncPath } from '@server/db/sync-folder';

import { type Archive, packBackup } from './archive';
import { backupName, removeOldBackups, removeUnfinished, UNFINISHED } from './backup-folder';

export interface BackupSource {
  /** The database's own folder, below DATA_DIR. */
  folder: string;
  /** Of the program. */
  version: string;
  /** How it is copied while it is open; without it nobody has it open. */
  copyOnline?: ((steps: CopySteps) => Promise<void>) | undefined;
}

export interface BackupPlace {
  folder: string;
  /** How many are kept. */
  keep: number;
}

export interface MadeBackup {
  path: string;
  bytes: number;
  seconds: number;
}

/** `npm run restore`, which lies beside this one in the bundle. */
const restoreProgram = fileURLToPath(new URL('restore.js', import.meta.url));

/** In a copy the log starts anew, slots and the process are the other's. */
const isLeftOut = (name: string) => /^(pg_wal|pg_replslot)\/.|^postmaster\.pid$/.test(name);

async function addAll(archive: Archive, source: BackupSource, isLeft: (name: string) => boolean): Promise<void> {
  const entries = await readdir(source.folder, { withFileTypes: true, recursive: true });
  const nameOf = ({ parentPath, name }: Dirent) =>
    relative(source.folder, join(parentPath, name)).replaceAll('\\', '/');
  await archive.addFolder('database');
  for (const entry of entries) {
    const name = nameOf(entry);
    if (isLeft(name)) continue;
    if (entry.isDirectory()) await archive.addFolder(`database/${name}`);
    else if (entry.isFile()) await addFile(archive, source, name);
  }
}

/** One that was dropped since is not missed: the log says so too. */
async function addFile(archive: Archive, { folder }: BackupSource, name: string): Promise<void> {
  await archive.addFile(`database/${name}`, join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

function fillFrom(source: BackupSource, signal: AbortSignal): (archive: Archive) => Promise<void> {
  const { copyOnline } = source;
  return async (whole) => {
    const archive: Archive = {
      ...whole,
      addFile: (name, path) => {
        signal.throwIfAborted();
        return whole.addFile(name, path);
      },
    };
    if (!copyOnline) return addAll(archive, source, (name) => name === 'postmaster.pid');
    await copyOnline({
      copyFiles: () => addAll(archive, source, isLeftOut),
      copyLog: async (label, segments) => {
        for (const segment of segments) await addFile(archive, source, `pg_wal/${segment}`);
        await archive.addText('database/backup_label', label);
      },
    });
  };
}

/** Restores it in another process, at its leisure: what can be restored, opened and read is whole. */
function rehearse(program: string, path: string, folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const args = ['--liftoff-only', program, path, folder];
    const child = execFile(process.execPath, args, { signal }, (error, _, words) => {
      if (error) failed(new Error(`作ったバックアップを戻せません。${words.trim() || error.message}`));
      else done();
    });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  });
}

/**
 * Makes a backup, and removes the oldest. One that fails leaves nothing.
 *
 * @param program that restores, see {@link restoreProgram}.
 */
export async function makeBackup(
  source: BackupSource,
  { folder, keep }: BackupPlace,
  signal: AbortSignal,
  program = restoreProgram,
): Promise<MadeBackup> {
  const startedAt = performance.now();
  await removeUnfinished(folder);
  const unfinished = await mkdtemp(join(folder, UNFINISHED));
  try {
    const createdAt = new Date().toISOString();
    const packed = join(unfinished, 'backup.tar.gz');
    await packBackup(
      packed,
      { version: source.version, createdAt, migrations: knownMigrations() },
      fillFrom(source, signal),
    );
    await rehearse(program, packed, join(unfinished, 'restored'), signal);
    const path = join(folder, backupName(createdAt));
    await rename(packed, path);
    syncPath(folder);
    await removeOldBackups(folder, keep);
    return { path, bytes: (await stat(path)).size, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
