/**
 * Runs one of the server's programs (doctor, backup, restore, move, strip-pictures, check-server) from the bundle, in
 * the project's folder.
 */
import './node-version.mjs';
import { fileURLToPath } from 'node:url';

import { exitWith, StartError } from './commands.mjs';
import { arePackagesInstalled } from './packages.mjs';
import { ensureServerBuild, findServerBuild } from './server-build.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Runs one of the server's programs.
 *
 * @param {'doctor' | 'backup' | 'restore' | 'move' | 'strip-pictures' | 'check-server'} name
 */
async function run(name) {
  process.chdir(root);
  // Prefer an existing bundle, because it needs no installed packages.
  if (!findServerBuild(root) && !arePackagesInstalled(root, 'to run'))
    throw new StartError('✗ パッケージ: そろっていません。npm ci か npm start で入ります。');
  const programs = await ensureServerBuild(root);
  await import(programs[name]);
}

/**
 * @param {'doctor' | 'backup' | 'restore' | 'move' | 'strip-pictures' | 'check-server'} name
 * @returns {void}
 */
export function runProgram(name) {
  run(name).catch(exitWith);
}
