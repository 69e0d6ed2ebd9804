/** Runs the server as a child process, for development and for tests that kill it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { ensureServerBuild } from './server-build.mjs';

/**
 * @typedef {object} ServerProcess
 * @property {import('node:child_process').ChildProcess} child
 * @property {string} origin for example "http://localhost:8080"
 * @property {Promise<number | null>} exited its exit code; `null` if a signal killed it
 * @property {() => string} output what it has printed so far
 */

/**
 * Starts the server and waits until it prints its address.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env all its variables; PORT=0 means a free port
 * @param {string[]} [nodeFlags]
 * @returns {Promise<ServerProcess>}
 * @throws {Error} with its output if it ends before it listens
 */
export async function startServerProcess(root, env, nodeFlags = []) {
  const { main } = await ensureServerBuild(root);
  const child = spawn(process.execPath, [...nodeFlags, fileURLToPath(main)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  /** @type {Promise<number | null>} */
  const exited = new Promise((resolve) => child.once('close', resolve));
  return new Promise((resolve, reject) => {
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      printed += chunk;
      const origin = /http:\/\/[^\s:/]+:\d+/.exec(printed)?.[0];
      if (origin) resolve({ child, origin, exited, output: () => printed });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    void exited.then(() => reject(new Error(printed.trim())));
  });
}
