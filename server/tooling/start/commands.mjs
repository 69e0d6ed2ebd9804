/** Runs other programs: quietly, showing what they said only when they fail. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** What the person at the terminal is told in one line; anything else thrown is a mistake of ours. */
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
 * Runs a program without showing its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, failure: string }} options `failure` is the sentence shown above the program's own words
 * @returns {Promise<void>}
 * @throws {StartError} when it fails or cannot be started
 */
export function runQuietly(command, args, { cwd, failure }) {
  return new Promise((resolve, reject) => {
    // npm is a .cmd file on Windows, which only a shell can start.
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
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
 * Kills the child when we are told to end; otherwise it would go on alone. What an install or a build leaves half done,
 * the next start does again, so there is nothing to wait for (npm alone would go on for a while).
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} takes the arrangement back
 */
function endWithUs(child) {
  /** @param {'SIGINT' | 'SIGTERM'} signal */
  const end = (signal) => {
    child.kill('SIGKILL');
    process.exit(128 + constants.signals[signal]);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  return () => void process.off('SIGINT', end).off('SIGTERM', end);
}
