/** Installs the packages of package-lock.json if node_modules does not match. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runQuietly, StartError } from './commands.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * Returns true if node_modules matches package-lock.json.
 *
 * Compares npm's own record, which npm writes last: an interrupted install counts as none. Optional packages may be missing,
 * because most are for other platforms.
 *
 * @param {string} root the project's folder
 * @param {'all' | 'production'} kind production: only packages that the built server needs
 */
export function arePackagesInstalled(root, kind = 'all') {
  const installed = readInstalled(root);
  if (!installed) return false;
  const all = Object.entries(readPackages(join(root, 'package-lock.json'))).filter(([path]) => path !== '');
  const wanted = kind === 'all' ? all : all.filter(([, entry]) => !isForDevelopment(entry));
  return wanted.every(([path, entry]) => {
    const found = installed[path];
    if (!found) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * Returns true if the development packages were omitted (`npm ci --omit=dev`).
 *
 * @param {string} root the project's folder
 */
function wereOmitted(root) {
  const installed = Object.values(readInstalled(root) ?? {});
  return installed.length > 0 && !installed.some(isForDevelopment);
}

/**
 * Runs `npm ci` unless node_modules matches.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @throws {StartError} with npm's output if it fails, or if the development packages were omitted on purpose
 */
export async function ensurePackages(root, say) {
  if (arePackagesInstalled(root)) return;
  if (wereOmitted(root))
    throw new StartError(
      '本番用のパッケージだけが入っています。組み立てたものは npm run serve で動きます。組み立てるには npm ci を実行してください。',
    );
  say(
    existsSync(join(root, 'node_modules'))
      ? '必要なものがそろっていません。入れ直しています…（1分ほどかかります）'
      : 'はじめての起動です。必要なものを入れています…（1分ほどかかります）',
  );
  // The build needs development packages, which npm would omit with NODE_ENV=production.
  await runQuietly('npm', ['ci', '--include=dev', '--no-fund', '--no-audit'], {
    cwd: root,
    failure: '必要なものを入れられませんでした。ネットワークを確かめて、もう一度お試しください。',
  });
}

/** @param {LockedPackage} entry */
function isForDevelopment({ dev, devOptional }) {
  return dev === true || devOptional === true;
}

/** @param {string} root @returns npm's own record; undefined without a complete install */
function readInstalled(root) {
  const record = join(root, 'node_modules/.package-lock.json');
  return existsSync(record) ? readPackages(record) : undefined;
}

/**
 * @param {string} lockFile
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
