/** Making a folder, for the start before packages are there and for the server. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing; nothing when it is there. Node's own `recursive` never returns where
 * a folder above says ENOENT to everything new, as /proc does (seen with Node 20.20).
 *
 * @param {string} folder
 * @param {number} mode of what is made, e.g. 0o700
 * @throws {NodeJS.ErrnoException} of the first folder that cannot be made
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
