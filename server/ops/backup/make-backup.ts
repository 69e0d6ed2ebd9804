/** Makes a backup: packs it, test-restores it, and only then gives it its final name. */
import { execFile } from 'node:child_process';
import { type Dirent } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CopySteps } from '@server/db/online-backup';
import { knownMigrations } from '@server/db/prepare-database';
import { syncEntries } from '@server/db/sync-folder';

import { type Archive, packBackup } from './archive';
import { backupName, removeOldBackups, removeUnfinished, UNFINISHED } from './backup-folder';

export interface BackupSource {
  /** PostgreSQL's folder, below DATA_DIR. */
  folder: string;
  /** The server's version. */
  version: string;
  /** Copies the database's folder while a server uses it; undefined if no process uses it. */
  copyOnline?: ((steps: CopySteps) => Promise<void>) | undefined;
}

export interface BackupPlace {
  folder: string;
  /** The number of backups that are kept. */
  keep: number;
}

export interface MadeBackup {
  path: string;
  bytes: number;
  seconds: number;
}

/** The program of `npm run restore`, next to this module in the bundle. */
const restoreProgram = fileURLToPath(new URL('restore.js', import.meta.url));

/**
 * Returns true for files that a copy of a database in use omits: WAL (copied later), replication slots, postmaster.pid.
 */
const isOmitted = (name: string) => /^(pg_wal|pg_replslot)\/.|^postmaster\.pid$/.test(name);

async function addAll(archive: Archive, source: BackupSource, isOmittedName: (name: string) => boolean): Promise<void> {
  const entries = await readdir(source.folder, { withFileTypes: true, recursive: true });
  const nameOf = ({ parentPath, name }: Dirent) =>
    relative(source.folder, join(parentPath, name)).replaceAll('\\', '/');
  await archive.addFolder('database');
  for (const entry of entries) {
    const name = nameOf(entry);
    if (isOmittedName(name)) continue;
    if (entry.isDirectory()) await archive.addFolder(`database/${name}`);
    else if (entry.isFile()) await addFile(archive, source, name);
  }
}

/** Adds a file to a backup. A file that was deleted meanwhile is skipped: the WAL contains the deletion. */
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
      copyFiles: () => addAll(archive, source, isOmitted),
      copyLog: async (label, segments) => {
        for (const segment of segments) await addFile(archive, source, `pg_wal/${segment}`);
        await archive.addText('database/backup_label', label);
      },
    });
  };
}

/** Restores a new backup in another process with low priority, to prove that it can be opened and read. */
function testRestore(program: string, path: string, folder: string, signal: AbortSignal): Promise<void> {
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
 * Makes a backup and removes the oldest. A failed backup leaves no file.
 *
 * @param program the program that test-restores the backup, see {@link restoreProgram}.
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
    await testRestore(program, packed, join(unfinished, 'restored'), signal);
    const path = join(folder, backupName(createdAt));
    await rename(packed, path);
    syncEntries(folder);
    await removeOldBackups(folder, keep);
    return { path, bytes: (await stat(path)).size, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
