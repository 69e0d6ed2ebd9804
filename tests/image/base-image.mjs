/** Makes the base image of the Dockerfile without a registry. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of Debian that Node and npm need. */
const DEBIAN_PACKAGES = 'ca-certificates,libstdc++6,libatomic1';

/** @param {string[]} args of npm */
const askNpm = (args) => execFileSync('npm', args, { encoding: 'utf8' }).trim();

/**
 * Makes the image that the Dockerfile's FROM names: Debian, with this machine's Node, npm, npm settings and
 * certificates, and the user `node`.
 *
 * @param {import('./buildah.mjs').Buildah} buildah
 * @param {string} folder for the base's files
 * @param {string} dockerfile its path
 * @throws {Error} if the Dockerfile wants another version of Node than this machine has
 */
export function createBaseImage(buildah, folder, dockerfile) {
  const [, name = '', version = '', suite = ''] =
    /^FROM (node:([\d.]+)-(\w+)-slim)/m.exec(readFileSync(dockerfile, 'utf8')) ?? [];
  if (`v${version}` !== process.version)
    throw new Error(`The Dockerfile needs Node ${version}, here is ${process.version}.`);
  const base = join(folder, 'base');
  execFileSync('debootstrap', ['--variant=minbase', `--include=${DEBIAN_PACKAGES}`, suite, base], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  copyNode(base);
  execFileSync('chroot', [base, 'useradd', '--uid', '1000', '--create-home', 'node']);
  const container = buildah.run(['from', 'scratch']);
  buildah.run(['copy', container, base, '/']);
  buildah.run(['commit', container, `docker.io/library/${name}`]);
  buildah.run(['rm', container]);
}

/** @param {string} base the folder that gets Node, npm, npm's settings and this machine's certificates */
function copyNode(base) {
  cpSync(realpathSync(process.execPath), join(base, 'usr/bin/node'));
  const npm = join(askNpm(['root', '--global']), 'npm');
  cpSync(npm, join(base, 'usr/lib/node_modules/npm'), { recursive: true });
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/bin/npm')]);
  const settings = ['globalconfig', 'userconfig'].map((name) => askNpm(['config', 'get', name]));
  for (const [at, path] of settings.entries()) {
    // npm's global settings are copied below its prefix /usr, the user's settings into root's home folder, because
    // builds run as root.
    if (existsSync(path)) cpSync(path, join(base, at === 0 ? 'usr/etc/npmrc' : 'root/.npmrc'), { recursive: true });
  }
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(base, 'etc/ssl/certs/ca-certificates.crt'));
}
