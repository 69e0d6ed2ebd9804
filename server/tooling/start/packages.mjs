/** Installs the packages of package-lock.json if node_modules does not match. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runQuietly } from './commands.mjs';

/**
 * A package in package-lock.json. @typedef {object} LockedPackage
 *
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [dev] true if only tests and checks need it
 * @property {boolean} [devOptional] true if tests need it, and other packages use it if it is there
 */

/**
 * The packages that an install has: those of `dependencies` are enough to build and run, tests need all.
 *
 * @typedef {'to run' | 'all'} Extent
 */

/**
 * Returns true if node_modules matches package-lock.json.
 *
 * Compares the record of installed packages, which npm writes last, so an interrupted install counts as none. Optional
 * packages may be missing, because most are for other platforms.
 *
 * @param {string} root the project's folder
 * @param {Extent} extent
 */
export function arePackagesInstalled(root, extent) {
  const installed = readInstalled(root);
  if (!installed) return false;
  const locked = Object.entries(readPackages(join(root, 'package-lock.json'))).filter(([path]) => path !== '');
  const wanted = extent === 'all' ? locked : locked.filter(([, { dev }]) => !dev);
  return wanted.every(([path, entry]) => {
    const found = installed[path];
    if (!found) return entry.optional === true || (extent === 'to run' && entry.devOptional === true);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * Installs packages unless node_modules matches. What a start has installed stays, if only packages for tests are
 * missing.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @param {Extent} extent
 * @throws {StartError} with npm's output if it fails
 */
export async function ensurePackages(root, say, extent) {
  if (arePackagesInstalled(root, extent)) return;
  const canRun = extent === 'all' && arePackagesInstalled(root, 'to run');
  if (!existsSync(join(root, 'node_modules')))
    say('はじめてなので、必要なものを入れ、アプリを組み立て、データベースを用意します（あわせて1分ほどかかります）。');
  // Name the extent, because npm's default depends on NODE_ENV.
  const args = [...(canRun ? ['install', '--no-save'] : ['ci']), extent === 'all' ? '--include=dev' : '--omit=dev'];
  await runQuietly('npm', [...args, '--no-fund', '--no-audit'], {
    cwd: root,
    failure: '必要なものを入れられませんでした。ネットワークを確かめて、もう一度お試しください。',
    progress: { say, doing: '必要なものを入れています', done: '必要なものを入れました' },
  });
}

/**
 * Reads npm's record of the installed packages.
 *
 * @param {string} root
 * @returns npm's own record; undefined without a complete install
 */
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
