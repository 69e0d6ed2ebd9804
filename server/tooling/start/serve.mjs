/**
 * `npm run serve`: runs the result of `npm run build`. It installs, builds and writes nothing: it works for any user,
 * without node_modules and without network.
 */
import './node-version.mjs';
import './end-with-npm.mjs';
import { fileURLToPath } from 'node:url';

import { isBuildCurrent } from './app-build.mjs';
import { StartError } from './commands.mjs';
import { findServerBuild } from './server-build.mjs';
import { refuseStart, tell } from './start-log.mjs';
import { isKillSwitchOn, KILL_SWITCH_IS_ON } from './worker-switch.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Returns the URL of the bundled server.
 *
 * @throws {StartError} if there is no current build; the message says what to run
 */
function findBuilt() {
  const server = findServerBuild(root);
  // If APP_DIR names another folder, its app is not checked against the current build.
  const isAppReady = Boolean(process.env.APP_DIR?.trim()) || isBuildCurrent(root, process.env);
  if (!server || !isAppReady)
    throw new StartError(
      '組み立てたものがないか、いまのファイルや変数（API_HOST など）のものではありません。先に npm run build を実行してください。',
    );
  return server.main;
}

/** Turns a permission error on the project's files into a StartError. @param {unknown} error */
function explain(error) {
  const isForbidden = error instanceof Error && 'code' in error && error.code === 'EACCES' && 'path' in error;
  return isForbidden
    ? new StartError(`${String(error.path)} を読めません。このサーバーを動かすユーザーが読めるようにしてください。`)
    : error;
}

async function serve() {
  process.chdir(root);
  const main = findBuilt();
  if (isKillSwitchOn(root)) tell(KILL_SWITCH_IS_ON);
  await import(main);
}

serve().catch((error) => refuseStart(explain(error)));
