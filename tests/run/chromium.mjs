/** Finds a Chromium for the browser tests, and installs one where there is none. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

import { runQuietly } from '../../server/tooling/start/commands.mjs';

/** Chromium without windows needs a third less of the processor. Debian's, past the script that hides its process. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
const WINDOWED_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium', 'fonts-noto-cjk'];
/** A download that says nothing for this long will not come. */
const STALL_MS = 30_000;
const PLAYWRIGHT_CLI = ['node_modules/@playwright/test/cli.js', 'install', 'chromium'];

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, the system's (rather the one without windows), or Playwright's own.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findChromium(env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  return isUsable(HEADLESS_SHELL) ? HEADLESS_SHELL : findWindowedChromium(env);
}

/**
 * The path of a Chromium that also has what belongs to its windows, such as installing an app.
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
  if (!findChromium(env) && existsSync('/etc/debian_version')) await installDebianChromium(root);
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

/**
 * A file may be there and yet be of no use: libraries missing, or a stub that only recommends another package.
 *
 * @param {string} path
 */
function isUsable(path) {
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

/**
 * Installs Debian's Chromium, and the glyphs that Japanese screenshots need, where we may.
 *
 * @param {string} root
 */
async function installDebianChromium(root) {
  const become = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  console.log("Playwright's is not to be had: installing Debian's chromium…");
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES]]) {
    const [command = '', ...rest] = [...become, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    const failure = `apt-get ${args[0]} failed.`;
    await runQuietly(command, rest, { cwd: root, failure }).catch((error) => console.error(error.message));
  }
}
