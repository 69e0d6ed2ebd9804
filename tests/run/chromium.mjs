/** Finds a Chromium for the browser tests, and installs one where there is none. */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** A download that says nothing for this long will not come. */
const STALL_MS = 30_000;
const PLAYWRIGHT_CLI = ['node_modules/@playwright/test/cli.js', 'install', 'chromium'];

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, the system's, or Playwright's own.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findChromium(env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const system = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...system, playwrightsOwn()].find((path) => path !== undefined && isExecutable(path) && starts(path));
}

/**
 * Finds a Chromium or installs one: Playwright's download, else Debian's package.
 *
 * @param {string} root the project's folder, with its packages installed
 * @param {NodeJS.ProcessEnv} env
 * @throws {Error} saying what to do when neither works
 */
export async function ensureChromium(root, env) {
  const found = findChromium(env);
  if (found) return found;
  console.log('No Chromium on this machine: asking Playwright for one…');
  await runUntilStalled(process.execPath, PLAYWRIGHT_CLI, root);
  const downloaded = findChromium(env);
  if (downloaded) return downloaded;
  if (existsSync('/etc/debian_version')) installDebianChromium();
  const installed = findChromium(env);
  if (installed) return installed;
  throw new Error('The browser tests need a Chromium: install one, or set CHROMIUM_PATH to its program.');
}

/** Where Playwright would keep its own browser; `undefined` before the packages are installed. */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A file may be there and yet be of no use: libraries missing, or a stub that only recommends another package.
 *
 * @param {string} path
 */
function starts(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

/**
 * Runs a program, ending it when it has printed nothing for a while.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<void>}
 */
function runUntilStalled(command, args, cwd) {
  return new Promise((resolve) => {
    const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const giveUp = setTimeout(() => child.kill('SIGKILL'), STALL_MS);
    child.stdout.on('data', () => giveUp.refresh());
    child.once('close', () => {
      clearTimeout(giveUp);
      resolve();
    });
  });
}

/** Installs Debian's Chromium, and the glyphs that Japanese screenshots need, where we may. */
function installDebianChromium() {
  const become = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  console.log("Playwright's is not to be had: installing Debian's chromium…");
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']]) {
    const [command = '', ...rest] = [...become, 'apt-get', '-q', ...args];
    const { status, stderr } = spawnSync(command, rest, { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    if (status !== 0) console.error(stderr ?? `${command} could not be run`);
  }
}
