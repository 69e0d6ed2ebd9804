/** Builds the app into dist/ if it is missing or outdated. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { runQuietly } from './commands.mjs';
import { findDialect } from './dialect-file.mjs';
import { hashFiles, listFiles } from './hash-files.mjs';
import { hasKillSwitch, isKillSwitchOn, isWorkerFile, placeKillSwitch } from './worker-switch.mjs';

/** Files and folders that the build reads. */
const INPUTS = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'server/tooling/bundling',
  'server/tooling/start/dialect-file.mjs',
  'server/config.ts',
  'server/lib/environment.ts',
  'tsconfig.json',
  'index.html',
  'public',
  'src',
  'sw',
];
/** This file is ignored, because the build generates it from src/routes. */
const GENERATED = new Set(['src/boot/routeTree.gen.ts']);
/** Variables that affect the build (vite.config.ts). */
const BUILD_VARIABLES = [
  'API_HOST',
  'API_TIME_OFFSET',
  'APP_VERSION',
  'CONTENT_HOST',
  'DIALECT',
  'IMAGE_HOSTS',
  'LOGIN_GRANT_TYPE',
  'LOGIN_SCOPE',
  'LOGIN_CLIENT_ID',
  'LOGIN_CLIENT_SECRET',
];
/**
 * The compression of the app's files: 'quick' for a start on this machine, 'full' for a build that others load over a
 * network. @typedef {'quick' | 'full'} Compression
 */

const STAMP = '.cache/build-stamp';
const BUILT = 'dist';

/**
 * Returns a hash of the build's inputs: contents and paths of files, variables, and the dialect; not modification
 * times.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 * @throws {Error} if there is no such dialect
 */
function hashInputs(root, env) {
  const files = INPUTS.flatMap((input) => listFiles(root, input));
  const hash = hashFiles(
    root,
    files.filter((file) => !GENERATED.has(file)),
  );
  for (const name of BUILD_VARIABLES) hash.update(`${name}=${env[name] ?? ''}\0`);
  const dialect = findDialect(root, env);
  if (dialect) hash.update(readFileSync(dialect));
  return hash.digest('hex');
}

/**
 * Returns true if dist/ was built from the current inputs. A kill switch (replacement of the service worker) that was
 * turned on since the build does not make it outdated.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 * @param {Compression} [least] with 'quick' any compression is enough
 */
export function isBuildCurrent(root, env, least = 'quick') {
  const stamp = join(root, STAMP);
  return (
    existsSync(stamp) &&
    existsSync(join(root, BUILT, 'index.html')) &&
    existsSync(join(root, BUILT, 'sw.js')) &&
    (isKillSwitchOn(root) || !hasKillSwitch(root, BUILT)) &&
    stampsOf(root, hashInputs(root, env), least).includes(readFileSync(stamp, 'utf8'))
  );
}

/**
 * Runs `build` and writes the stamp (hashes of the build's inputs and result), unless dist/ is current. Then places the
 * kill switch, if it is on.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 * @param {(compression: Compression) => Promise<unknown>} build
 * @param {Compression} compression
 */
export async function ensureBuild(root, env, build, compression) {
  if (!isBuildCurrent(root, env, compression)) await makeBuild(root, env, build, compression);
  if (isKillSwitchOn(root)) placeKillSwitch(root, BUILT);
}

/**
 * Builds the app and writes the stamp (hashes of the inputs and the result).
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {(compression: Compression) => Promise<unknown>} build
 * @param {Compression} compression
 */
async function makeBuild(root, env, build, compression) {
  // Compute the hash before the build, so that a file that changes during the build makes the build outdated.
  const inputs = hashInputs(root, env);
  const stamp = join(root, STAMP);
  // Delete the old stamp first, because a failed build leaves a partial dist/.
  rmSync(stamp, { force: true });
  await build(compression);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, stampsOf(root, inputs, compression)[0]);
}

/**
 * Runs `vite build`, without showing its output.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @param {Compression} compression read by vite.config.ts
 * @throws {StartError} with the build's output if it fails
 */
export function buildApp(root, say, compression) {
  return runQuietly(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: root,
    env: { COMPRESSION: compression },
    failure: 'アプリを組み立てられませんでした。',
    progress: { say, doing: 'アプリを組み立てています', done: 'アプリを組み立てました' },
  });
}

/**
 * Returns the stamps of a build with this compression, or a better one: the inputs' hash, a hash of dist/, so that a
 * manual build is detected, and the compression. File names in dist/ contain content hashes. The service worker is left
 * out, because the kill switch replaces it.
 *
 * @param {string} root
 * @param {string} inputs
 * @param {Compression} least
 * @returns {[string, ...string[]]} the stamp of exactly this compression first
 */
function stampsOf(root, inputs, least) {
  const files = listFiles(root, BUILT).filter((file) => !isWorkerFile(relative(BUILT, file)));
  const outputs = createHash('sha256').update(files.join('\0'));
  const stamp = `${inputs} ${outputs.update(readFileSync(join(root, BUILT, 'index.html'))).digest('hex')}`;
  return least === 'full' ? [`${stamp} full\n`] : [`${stamp} quick\n`, `${stamp} full\n`];
}
