/** `npm run build`: builds the app and the server's bundle for `npm run serve`, also if another user runs that. */
import './node-version.mjs';
import { fileURLToPath } from 'node:url';

import { buildApp, ensureBuild } from './app-build.mjs';
import { checkConfig } from './check-config.mjs';
import { exitWith, StartError } from './commands.mjs';
import { arePackagesInstalled } from './packages.mjs';
import { ensureServerBuild } from './server-build.mjs';
import { isKillSwitchOn, KILL_SWITCH_IS_ON } from './worker-switch.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

async function build() {
  process.chdir(root);
  // Another user may serve the build, so its files must be readable whatever this user's umask.
  process.umask(0o022);
  if (!arePackagesInstalled(root, 'to run'))
    throw new StartError('パッケージがそろっていません。npm ci を実行してください。');
  const server = await ensureServerBuild(root);
  await checkConfig(server.config);
  await ensureBuild(root, process.env, (compression) => buildApp(root, console.log, compression), 'full');
  if (isKillSwitchOn(root)) console.log(KILL_SWITCH_IS_ON);
  console.log('組み立てました。npm run serve で動きます。');
}

build().catch(exitWith);
