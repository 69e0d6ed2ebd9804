/** `npm run doctor`: tells what is misconfigured, and changes nothing. */
import './node-version.mjs';
import { fileURLToPath } from 'node:url';

import { exitWith, StartError } from './commands.mjs';
import { arePackagesInstalled } from './packages.mjs';
import { ensureServerBuild, findServerBuild } from './server-build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function start() {
  process.chdir(root);
  // What is built needs no packages of the development.
  const isBuilt = findServerBuild(root) !== undefined;
  if (!arePackagesInstalled(root, isBuilt ? 'production' : 'all'))
    throw new StartError('✗ パッケージ: そろっていません。npm ci か npm start で入ります。');
  const { doctor } = await ensureServerBuild(root);
  await import(doctor);
}

start().catch(exitWith);
