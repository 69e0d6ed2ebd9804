/** Installs the packages of package-lock.json when they are missing or not the ones it names. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runQuietly, StartError } from './commands.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * Whether node_modules holds exactly what package-lock.json names.
 *
 * npm's own record is compared (written last, after a complete install), so it does not matter who installed, and an
 * interrupted or partial install counts as none. Optional packages may be absent: most are for other platforms.
 *
 * @param {string} root the project's folder
 * @param {'all' | 'production'} kind production: those that the built server needs
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
 * Whether somebody chose to leave the development packages out (`npm ci --omit=dev`).
 *
 * @param {string} root the project's folder
 */
function wereOmitted(root) {
  const installed = Object.values(readInstalled(root) ?? {});
  return installed.length > 0 && !installed.some(isForDevelopment);
}

/**
 * Installs with `npm ci` unless everything is there.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @throws {StartError} with npm's words when it fails, or with what to do where development packages were left out
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
  // The build needs the development packages, which NODE_ENV=production would leave out.
  await runQuietly('npm', ['ci', '--include=dev', '--no-fund', '--no-audit'], {
    cwd: root,
    failure: '必要なものを入れられませんでした。ネットワークを確かめて、もう一度お試しください。',
  });
}

/** @param {LockedPackage} entry */
function isForDevelopment({ dev, devOptional }) {
  return dev === true || devOptional === true;
}

/** @param {string} root @returns npm's own record, if an install was completed */
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
