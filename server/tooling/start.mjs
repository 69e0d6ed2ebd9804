/**
 * `npm start` and `npm run dev`: installs packages, builds, and runs the server. Plain Node, because no packages may be
 * installed yet.
 */
import './start/node-version.mjs';
import './start/end-with-npm.mjs';
import { fileURLToPath } from 'node:url';

import { buildApp, ensureBuild } from './start/app-build.mjs';
import { checkConfig } from './start/check-config.mjs';
import { ensureData } from './start/first-data.mjs';
import { ensurePackages } from './start/packages.mjs';
import { checkEnvironment } from './start/preflight.mjs';
import { ensureServerBuild } from './start/server-build.mjs';
import { refuseStart, tell } from './start/start-log.mjs';
import { isKillSwitchOn, KILL_SWITCH_IS_ON } from './start/worker-switch.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function start() {
  process.chdir(root);
  await checkEnvironment(process.env);
  await ensurePackages(root, tell, 'to run');
  const server = await ensureServerBuild(root);
  await checkConfig(server.config);
  if (process.argv.includes('--dev')) {
    const { startDevelopment } = await import('./start/development.mjs');
    return startDevelopment(root, process.env);
  }
  await Promise.all([
    ensureBuild(root, process.env, (compression) => buildApp(root, tell, compression), 'quick'),
    ensureData(root, process.env, server['prepare-data']),
  ]);
  if (isKillSwitchOn(root)) tell(KILL_SWITCH_IS_ON);
  // Run the server in this process, so that Ctrl+C reaches it and its exit code is that of npm start.
  await import(server.main);
}

start().catch(refuseStart);
