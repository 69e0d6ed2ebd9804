/** Finds a Chromium for the browser tests, and installs one if there is none. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

import { runQuietly } from '../../server/tooling/start/commands.mjs';

/**
 * Path of Debian's headless shell, which needs a third less processor time than the full Chromium. The path names the
 * program itself: a wrapper script would hide its process id.
 */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
const WINDOWED_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium, and a Japanese font. */
const CHROMIUM_PACKAGES = ['chromium-headless-shell', 'chromium', 'fonts-noto-cjk'];
/** Time without output after which a download is aborted, ms. */
const STALL_MS = 30_000;
const PLAYWRIGHT_CLI = ['node_modules/@playwright/test/cli.js', 'install', 'chromium'];

/**
 * Returns the path of a Chromium that starts: CHROMIUM_PATH, the system's (preferably headless), or Playwright's own.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findChromium(env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  return isUsable(HEADLESS_SHELL) ? HEADLESS_SHELL : findWindowedChromium(env);
}

/**
 * Returns the path of a full Chromium: the headless shell lacks app installation and the back/forward cache.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findWindowedChromium(env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const system = WINDOWED_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const given = env.CHROMIUM_PATH?.includes('headless') ? undefined : env.CHROMIUM_PATH;
  return [given, ...system, playwrightsOwn()].find((path) => path !== undefined && isUsable(path));
}

/**
 * Finds a Chromium, or installs Playwright's download, or else Debian's package.
 *
 * @param {string} root the project's folder, with its packages installed
 * @param {NodeJS.ProcessEnv} env
 * @throws {Error} with instructions if nothing works
 */
export async function ensureChromium(root, env) {
  const found = findChromium(env);
  if (found) return found;
  console.log('No Chromium on this machine: asking Playwright for one…');
  await runUntilStalled(process.execPath, PLAYWRIGHT_CLI, root);
  if (!findChromium(env) && existsSync('/etc/debian_version')) {
    console.log("Playwright's download failed: installing Debian's chromium…");
    await installDebianPackages(root, CHROMIUM_PACKAGES);
  }
  const installed = findChromium(env);
  if (installed) return installed;
  throw new Error('The browser tests need a Chromium: install one, or set CHROMIUM_PATH to its program.');
}

/** Returns the path of Playwright's own browser; `undefined` before the packages are installed. */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/**
 * Returns true if the program starts: libraries may be missing, or it may be a stub that only recommends another
 * package.
 *
 * @param {string} path
 */
function isUsable(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

/**
 * Runs a program, and kills it after `STALL_MS` without output.
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

/**
 * Installs Debian packages, as root or with sudo; says so if that fails.
 *
 * @param {string} root
 * @param {readonly string[]} packages
 */
export async function installDebianPackages(root, packages) {
  const become = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command = '', ...rest] = [...become, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    const failure = `apt-get ${args[0]} failed.`;
    await runQuietly(command, rest, { cwd: root, failure }).catch((error) => console.error(error.message));
  }
}
