/** Runs other programs without output, unless they fail. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** An expected error, shown as one line. Any other error is a bug and is shown with its stack. */
export class StartError extends Error {
  /** @override */
  name = 'StartError';
}

/**
 * Prints the line of a `StartError`, or the stack of anything else, and ends with exit code 1.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function exitWith(error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

/**
 * Returns true for npm on Windows, a .cmd file that only a shell can run. A shell would split the path of another program at its spaces,
 * as in `C:\\Program Files\\nodejs\\node.exe`.
 *
 * @param {string} command
 */
export function needsShell(command) {
  return process.platform === 'win32' && command === 'npm';
}

/**
 * Runs a program without showing its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, failure: string }} options `failure` is the sentence shown below the program's output
 * @returns {Promise<void>}
 * @throws {StartError} if it fails or cannot be started
 */
export function runQuietly(command, args, { cwd, failure }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: needsShell(command) });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const release = endWithUs(child);
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      release();
      if (code === 0) resolve();
      else reject(new StartError(`${output.trim()}\n\n${failure}`));
    });
  });
}

/**
 * Kills the child when this process gets a signal; otherwise the child would continue. The next start repeats an interrupted
 * install or build, so there is no need to wait for the child.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} removes the signal handlers
 */
function endWithUs(child) {
  /** Kills the child process, and ends this process with the signal's exit code. @param {'SIGINT' | 'SIGTERM'} signal */
  const end = (signal) => {
    child.kill('SIGKILL');
    process.exit(128 + constants.signals[signal]);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  return () => void process.off('SIGINT', end).off('SIGTERM', end);
}
