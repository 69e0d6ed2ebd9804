/** Installs the packages of package-lock.json when they are missing or not the ones it names. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runQuietly } from './commands.mjs';

/** @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }>} LockedPackages */

/**
 * Whether node_modules holds exactly what package-lock.json names.
 *
 * npm's own record is compared (written last, after a complete install), so it does not matter who installed, and an
 * interrupted or partial install counts as none. Optional packages may be absent: most are for other platforms.
 *
 * @param {string} root the project's folder
 */
export function arePackagesInstalled(root) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  const wanted = Object.entries(readPackages(join(root, 'package-lock.json'))).filter(([path]) => path !== '');
  return wanted.every(([path, entry]) => {
    const found = installed[path];
    if (!found) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * Installs with `npm ci` unless everything is there.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @throws {StartError} with npm's words when it fails
 */
export async function ensurePackages(root, say) {
  if (arePackagesInstalled(root)) return;
  say(
    existsSync(join(root, 'node_modules'))
      ? '必要なものがそろっていません。入れ直しています…（1分ほどかかります）'
      : 'はじめての起動です。必要なものを入れています…（1分ほどかかります）',
  );
  // The build needs the development packages, which NODE_ENV=production would leave out.
  await runQuietly('npm', ['ci', '--include=dev', '--no-fund', '--no-audit'], {
    cwd: root,
    failure: '必要なものを入れられませんでした。ネットワークを確かめて、もう一度お試しください。',
  });
}

/**
 * @param {string} lockFile
 * @returns {LockedPackages}
 */
function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
