/** The kill switch as a state: a mark beside the project's files says that it is on, whatever is built or started meanwhile. */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { StartError } from './commands.mjs';

/** No build empties it, no DATA_DIR moves it, and git neither takes it along nor away. */
const MARK = '.kill-switch';
const SOURCE = 'sw/kill-switch.js';
const BUILT = 'dist';
const WORKER = 'sw.js';
/** How a built worker lies there too; it would be sent in place of what was copied. */
const COMPRESSED = ['.br', '.gz'];

/** What each build and each start says while the kill switch is on. */
export const KILL_SWITCH_IS_ON =
  'キルスイッチが入っています。アプリのサービスワーカーは端末から取り除かれます。切るには npm run kill-switch -- off';

/** @param {string} root the project's folder */
export function isKillSwitchOn(root) {
  return existsSync(join(root, MARK));
}

/**
 * Puts the kill switch in the place of a built app's worker.
 *
 * @param {string} root the project's folder
 * @param {string} folder of the built app, as seen from root
 */
export function placeKillSwitch(root, folder) {
  const worker = resolve(root, folder, WORKER);
  copyFileSync(join(root, SOURCE), worker);
  for (const ending of COMPRESSED) rmSync(worker + ending, { force: true });
}

/**
 * Whether a built app has the kill switch for its worker.
 *
 * @param {string} root the project's folder
 * @param {string} folder of the built app, as seen from root
 */
export function hasKillSwitch(root, folder) {
  const worker = resolve(root, folder, WORKER);
  return existsSync(worker) && readFileSync(worker).equals(readFileSync(join(root, SOURCE)));
}

/**
 * Whether a file of a built app is its worker, which the kill switch replaces.
 *
 * @param {string} path below the app's folder
 */
export function isWorkerFile(path) {
  return path === WORKER || COMPRESSED.some((ending) => path === WORKER + ending);
}

/**
 * From now on every build has the kill switch for its worker; what is built already has it at once, without a build.
 *
 * @param {string} root the project's folder
 * @param {string} [folder] of a built app that is not in dist/, as seen from root
 * @returns {string} what was done
 * @throws {StartError} when there is no app in the folder: nothing is done then
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
 * From now on builds have their own worker again.
 *
 * @param {string} root the project's folder
 * @returns {string} what was done
 * @throws {StartError} when it was not on
 */
export function turnOffKillSwitch(root) {
  if (!isKillSwitchOn(root)) throw new StartError('kill-switch: キルスイッチは入っていません。');
  rmSync(join(root, MARK));
  return 'キルスイッチを切りました。次の npm start か npm run build で、もとのサービスワーカーに戻ります。';
}
