/** Builds the app into dist/ when that is missing or was built from something else. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { runQuietly } from './commands.mjs';
import { hashFiles, listFiles } from './hash-files.mjs';
import { hasKillSwitch, isKillSwitchOn, isWorkerFile, placeKillSwitch } from './worker-switch.mjs';

/** Everything the build reads, files and folders. */
const INPUTS = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'server/tooling/bundling',
  'server/config.ts',
  'server/lib/environment.ts',
  'tsconfig.json',
  'index.html',
  'public',
  'src',
  'sw',
];
/** Made by the build itself from src/routes. */
const GENERATED = new Set(['src/boot/routeTree.gen.ts']);
/** Variables that the build puts into the app (vite.config.ts). */
const BUILD_VARIABLES = [
  'API_HOST',
  'APP_VERSION',
  'CONTENT_HOST',
  'IMAGE_HOSTS',
  'LOGIN_GRANT_TYPE',
  'LOGIN_SCOPE',
  'LOGIN_CLIENT_ID',
  'LOGIN_CLIENT_SECRET',
];
const STAMP = '.cache/build-stamp';
const BUILT = 'dist';

/**
 * One line that changes whenever the build would come out differently: contents and paths of its inputs, not their times.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 */
function hashInputs(root, env) {
  const files = INPUTS.flatMap((input) => listFiles(root, input));
  const hash = hashFiles(
    root,
    files.filter((file) => !GENERATED.has(file)),
  );
  for (const name of BUILD_VARIABLES) hash.update(`${name}=${env[name] ?? ''}\0`);
  return hash.digest('hex');
}

/**
 * Whether dist/ is what a build would now make, but for a kill switch that was turned on since.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 */
export function isBuildCurrent(root, env) {
  const stamp = join(root, STAMP);
  return (
    existsSync(stamp) &&
    existsSync(join(root, BUILT, 'index.html')) &&
    existsSync(join(root, BUILT, 'sw.js')) &&
    (isKillSwitchOn(root) || !hasKillSwitch(root, BUILT)) &&
    readFileSync(stamp, 'utf8') === stampText(root, hashInputs(root, env))
  );
}

/**
 * Makes dist/ by `build` and stamps it, unless it is current; a kill switch that is on needs no build.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 * @param {() => Promise<void>} build
 */
export async function ensureBuild(root, env, build) {
  if (!isBuildCurrent(root, env)) await makeBuild(root, env, build);
  if (isKillSwitchOn(root)) placeKillSwitch(root, BUILT);
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {() => Promise<void>} build
 */
async function makeBuild(root, env, build) {
  // Before the build: what changes while it runs must count as changed afterwards.
  const inputs = hashInputs(root, env);
  const stamp = join(root, STAMP);
  // A build that fails halfway leaves a dist/ that no old stamp may vouch for.
  rmSync(stamp, { force: true });
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, stampText(root, inputs));
}

/**
 * Builds the app without showing the build's output.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @returns {Promise<void>}
 * @throws {StartError} with the build's words when it fails
 */
export function buildApp(root, say) {
  say('アプリを組み立てています…');
  return runQuietly(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: root,
    failure: 'アプリを組み立てられませんでした。',
  });
}

/**
 * The stamp also covers what was made (names carry hashes of contents), so that a build by hand does not pass for ours;
 * not the worker, in whose place the kill switch comes and goes.
 *
 * @param {string} root
 * @param {string} inputs
 */
function stampText(root, inputs) {
  const files = listFiles(root, BUILT).filter((file) => !isWorkerFile(relative(BUILT, file)));
  const made = createHash('sha256').update(files.join('\0'));
  return `${inputs} ${made.update(readFileSync(join(root, BUILT, 'index.html'))).digest('hex')}\n`;
}
