/** Runs Debian's buildah, with images and containers in a separate folder. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * @typedef {object} Buildah
 * @property {(args: string[], cwd?: string) => string} run runs a command of buildah and returns its trimmed output;
 * throws an
 *   Error with the output if it fails
 * @property {(args: string[]) => import('node:child_process').ChildProcess} start runs a command in the background
 */

/** Buildah's commands that run programs in a container. They use chroot isolation, which needs only root's rights. */
const ISOLATED = new Set(['bud', 'run']);

/**
 * @param {string} folder where images and containers are kept
 * @returns {Buildah}
 */
export function createBuildah(folder) {
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'root'), '--runroot', join(folder, 'runroot')];
  /** @param {string[]} args */
  const complete = ([command = '', ...args]) => [
    ...storage,
    command,
    ...(ISOLATED.has(command) ? ['--isolation', 'chroot'] : []),
    ...args,
  ];
  return {
    run(args, cwd) {
      const { status, stdout, stderr } = spawnSync('buildah', complete(args), { cwd, encoding: 'utf8' });
      if (status !== 0) throw new Error(`buildah ${args.join(' ')}\n${stdout.slice(-4000)}${stderr.slice(-4000)}`);
      return stdout.trim();
    },
    start: (args) => spawn('buildah', complete(args), { stdio: ['ignore', 'pipe', 'pipe'] }),
  };
}
