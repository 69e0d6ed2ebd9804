/** Creates folders. Plain Node: also used by `npm start` before packages are installed. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents; does nothing if it exists. Node's own `recursive` option never returns if a
 * parent answers ENOENT to every mkdir, as /proc does (seen with Node 20.20).
 *
 * @param {string} folder
 * @param {number} mode of created folders, e.g. 0o700
 * @throws {NodeJS.ErrnoException} for the first folder that cannot be created
 */
export function makeFolder(folder, mode) {
  const path = resolve(folder);
  const parent = dirname(path);
  if (!existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error;
  }
}
