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
 * Returns true for npm on Windows, a .cmd file that only a shell can run. A shell would split the path of another
 * program at its spaces, as in `C:\\Program Files\\nodejs\\node.exe`.
 *
 * @param {string} command
 */
export function needsShell(command) {
  return process.platform === 'win32' && command === 'npm';
}

/** Time between two signs of life of a running program, ms. */
const SIGN_INTERVAL_MS = 4000;

/**
 * Says what is being done: at once, again every few seconds, and when it is done.
 *
 * @typedef {{ say: (line: string) => void, doing: string, done: string }} Progress
 */

/**
 * Starts to say that a program runs. @param {Progress} progress
 * @returns {(isDone: boolean) => void} ends it
 */
function report({ say, doing, done }) {
  const startedAt = Date.now();
  const soFar = () => `（${Math.round((Date.now() - startedAt) / 1000)}秒）`;
  say(`${doing}…`);
  const timer = setInterval(() => say(`${doing}…${soFar()}`), SIGN_INTERVAL_MS);
  return (isDone) => {
    clearInterval(timer);
    if (isDone) say(`${done}${soFar()}。`);
  };
}

/**
 * Runs a program without showing its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, failure: string, env?: NodeJS.ProcessEnv, progress?: Progress }} options `failure` is the
 *   sentence shown below the program's output; `env` is added to this process's variables
 * @returns {Promise<string>} the program's output
 * @throws {StartError} if it fails or cannot be started
 */
export function runQuietly(command, args, { cwd, failure, env, progress }) {
  return new Promise((resolve, reject) => {
    const endReport = progress && report(progress);
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: needsShell(command),
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const release = endWithUs(child);
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      release();
      endReport?.(code === 0);
      if (code === 0) resolve(output.trim());
      else reject(new StartError(`${output.trim()}\n\n${failure}`));
    });
  });
}

/**
 * Kills the child when this process gets a signal or ends by itself; otherwise the child would continue. The next start
 * repeats what was interrupted, so there is no need to wait for the child.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} removes the handlers
 */
function endWithUs(child) {
  const kill = () => void child.kill('SIGKILL');
  /** Ends this process with the signal's exit code. @param {'SIGINT' | 'SIGTERM'} signal */
  const end = (signal) => process.exit(128 + constants.signals[signal]);
  process.on('exit', kill).on('SIGINT', end).on('SIGTERM', end);
  return () => void process.off('exit', kill).off('SIGINT', end).off('SIGTERM', end);
}
