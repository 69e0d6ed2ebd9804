/** fsyncs files and folders, also on Windows. */
import { closeSync, fstatSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Calls `sync` for an open file or folder. Windows has no fsync for folders and refuses it with EPERM or EISDIR, which
 * is ignored: NTFS logs changes of folders itself.
 */
export function syncHandle(handle: number, sync: (handle: number) => void): void {
  try {
    sync(handle);
  } catch (error) {
    const isRefused = /^(EPERM|EISDIR)$/.test((error as NodeJS.ErrnoException).code ?? '');
    if (process.platform !== 'win32' || !isRefused || !fstatSync(handle).isDirectory()) throw error;
  }
}

function syncPath(path: string, flags: string): void {
  const opened = openSync(path, flags);
  try {
    syncHandle(opened, fsyncSync);
  } finally {
    closeSync(opened);
  }
}

/** Calls fsync for the entries of one folder. */
export function syncEntries(folder: string): void {
  syncPath(folder, 'r');
}

/** Calls fsync for a folder and for every file and folder in it. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) syncEntries(path);
    // Windows refuses fsync for a file that is opened only for reading.
    else if (entry.isFile()) syncPath(path, 'r+');
  }
  syncEntries(folder);
}
