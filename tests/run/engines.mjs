/** Installs what the trips in three engines need besides Chromium, as Debian's packages. */
import { spawnSync } from 'node:child_process';

import { installDebianPackages } from './chromium.mjs';

/** The path of Debian's Firefox; FIREFOX_PATH names another one. */
export const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

const FONT = 'fonts-noto-cjk';
/** The Debian packages of each engine. @type {Record<string, string[]>} */
const PACKAGES = {
  chromium: [],
  firefox: ['firefox-esr', FONT],
  webkit: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'imagemagick', FONT],
};
export const ENGINES = Object.keys(PACKAGES);

/** @param {string} name */
function isInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' });
  return stdout === 'installed';
}

/**
 * Installs the packages that the engines lack.
 *
 * @param {string} root the project's folder
 * @param {readonly string[]} engines
 * @throws {Error} if some are still missing
 */
export async function ensureEngines(root, engines) {
  const missing = () => engines.flatMap((engine) => PACKAGES[engine] ?? []).filter((name) => !isInstalled(name));
  const packages = missing();
  if (packages.length === 0) return;
  console.log(`Installing Debian's packages ${packages.join(', ')}…`);
  await installDebianPackages(root, packages);
  const left = missing();
  if (left.length > 0) throw new Error(`These Debian packages are needed: ${left.join(', ')}.`);
}
