/**
 * The kill switch's state: a mark file in the project's folder. While it exists, every build and start replaces the
 * service worker.
 */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { StartError } from './commands.mjs';

/** Path of the kill switch's mark file: outside dist/ and DATA_DIR, and ignored by git. */
const MARK = '.kill-switch';
const SOURCE = 'sw/kill-switch.js';
const BUILT = 'dist';
const WORKER = 'sw.js';
/** Extensions of compressed copies of the built worker, which would be served instead of the replacement. */
const COMPRESSED = ['.br', '.gz'];

/** The line that builds and starts print while the kill switch is on. */
export const KILL_SWITCH_IS_ON =
  'キルスイッチが入っています。アプリのサービスワーカーは端末から取り除かれます。切るには npm run kill-switch -- off';

/** Returns true if the kill switch is on. @param {string} root the project's folder */
export function isKillSwitchOn(root) {
  return existsSync(join(root, MARK));
}

/**
 * Replaces a built app's service worker with the kill switch.
 *
 * @param {string} root the project's folder
 * @param {string} folder of the built app, relative to root
 */
export function placeKillSwitch(root, folder) {
  const worker = resolve(root, folder, WORKER);
  copyFileSync(join(root, SOURCE), worker);
  for (const ending of COMPRESSED) rmSync(worker + ending, { force: true });
}

/**
 * Returns true if a built app's service worker is the kill switch.
 *
 * @param {string} root the project's folder
 * @param {string} folder of the built app, relative to root
 */
export function hasKillSwitch(root, folder) {
  const worker = resolve(root, folder, WORKER);
  return existsSync(worker) && readFileSync(worker).equals(readFileSync(join(root, SOURCE)));
}

/**
 * Returns true for the files of the service worker, which the kill switch replaces.
 *
 * @param {string} path below the app's folder
 */
export function isWorkerFile(path) {
  return path === WORKER || COMPRESSED.some((ending) => path === WORKER + ending);
}

/**
 * Turns the kill switch on: for later builds, and at once for the existing build.
 *
 * @param {string} root the project's folder
 * @param {string} [folder] of a built app that is not in dist/, relative to root
 * @returns {string} what was done, in Japanese
 * @throws {StartError} if the folder has no app; nothing is changed then
 */
export function turnOnKillSwitch(root, folder) {
  const isBuilt = existsSync(resolve(root, folder ?? BUILT, 'index.html'));
  if (folder !== undefined && !isBuilt)
    throw new StartError(`kill-switch: ${folder} にアプリ（index.html）がありません。`);
  writeFileSync(join(root, MARK), 'Taken away by: npm run kill-switch -- off\n');
  const on = 'キルスイッチを入れました。npm run kill-switch -- off まで、組み立てても、起動しても、入ったままです。';
  if (!isBuilt) return on;
  placeKillSwitch(root, folder ?? BUILT);
  return `${on}\n${join(folder ?? BUILT, WORKER)} を置きかえました。配信しているサーバーに反映し、起動し直してください。`;
}

/**
 * Turns the kill switch off: later builds have the app's own service worker again.
 *
 * @param {string} root the project's folder
 * @returns {string} what was done, in Japanese
 * @throws {StartError} if it was not on
 */
export function turnOffKillSwitch(root) {
  if (!isKillSwitchOn(root)) throw new StartError('kill-switch: キルスイッチは入っていません。');
  rmSync(join(root, MARK));
  return 'キルスイッチを切りました。次の npm start か npm run build で、もとのサービスワーカーに戻ります。';
}
