/** Hashes files, to detect outdated builds. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hashes contents and paths of files; not modification times.
 *
 * @param {string} root
 * @param {string[]} files paths below root, from {@link listFiles}
 * @returns {import('node:crypto').Hash} can be updated further
 */
export function hashFiles(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash;
}

/**
 * Lists the files of a path. @param {string} root
 * @param {string} path a file or folder below root
 * @returns {string[]} the files, as paths below root with slashes, in a fixed order; none when it does not exist
 */
export function listFiles(root, path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  const names = readdirSync(absolute).sort();
  return names.flatMap((name) => listFiles(root, `${path}/${name}`));
}
