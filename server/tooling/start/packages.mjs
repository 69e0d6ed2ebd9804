/** Installs the packages of package-lock.json if node_modules does not match. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runQuietly } from './commands.mjs';

/** A package in package-lock.json. @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage */

/**
 * Returns true if node_modules matches package-lock.json.
 *
 * Compares the record of installed packages, which npm writes last, so an interrupted install counts as none. Optional packages may be
 * missing, because most are for other platforms.
 *
 * @param {string} root the project's folder
 */
export function arePackagesInstalled(root) {
  const installed = readInstalled(root);
  if (!installed) return false;
  const wanted = Object.entries(readPackages(join(root, 'package-lock.json'))).filter(([path]) => path !== '');
  return wanted.every(([path, entry]) => {
    const found = installed[path];
    if (!found) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * Runs `npm ci` unless node_modules matches.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @throws {StartError} with npm's output if it fails
 */
export async function ensurePackages(root, say) {
  if (arePackagesInstalled(root)) return;
  say(
    existsSync(join(root, 'node_modules'))
      ? '必要なものがそろっていません。入れ直しています…（1分ほどかかります）'
      : 'はじめての起動です。必要なものを入れています…（1分ほどかかります）',
  );
  // Install development packages too, because the build needs them; npm would omit them with NODE_ENV=production.
  await runQuietly('npm', ['ci', '--include=dev', '--no-fund', '--no-audit'], {
    cwd: root,
    failure: '必要なものを入れられませんでした。ネットワークを確かめて、もう一度お試しください。',
  });
}

/** Reads npm's record of the installed packages. @param {string} root @returns npm's own record; undefined without a complete install */
function readInstalled(root) {
  const record = join(root, 'node_modules/.package-lock.json');
  return existsSync(record) ? readPackages(record) : undefined;
}

/**
 * Reads the packages of a lock file.
 *
 * @param {string} lockFile
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
