/** Copies the embedded database of a data folder, to read it: opening it in place would write to it. */
import { constants, cpSync, realpathSync } from 'node:fs';

import { ConfigError } from '@server/lib/environment';

import { lockDataFolder } from './data-lock';
import { databaseFolder } from './open-pglite';

/**
 * Copies a data folder's database into another folder.
 *
 * @throws {ConfigError} if the folder is in use or there is no space.
 */
export async function copyDataFolder(dataDir: string, copy: string): Promise<void> {
  const unlock = await lockDataFolder(dataDir);
  try {
    // Copy what links point to, such as a WAL on another disk: opening a copied link would write to the original.
    const options = { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE };
    cpSync(realpathSync(databaseFolder(dataDir)), databaseFolder(copy), options);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigError(`TMPDIR: ${copy} に ${dataDir} の写しを作れません（${code}）。`);
  } finally {
    unlock();
  }
}
