/** Runs the steps of a test run in order, each with a heading and its duration. */
import { spawn } from 'node:child_process';

import { needsShell } from '../../server/tooling/start/commands.mjs';

/** @typedef {{ title: string, run: () => Promise<boolean> }} Step */

/**
 * Runs steps in order and stops at the first that fails.
 *
 * @param {Step[]} steps
 * @returns {Promise<string | undefined>} the title of the step that failed
 */
export async function runSteps(steps) {
  for (const { title, run } of steps) {
    console.log(`\n── ${title} ──`);
    const startedAt = Date.now();
    const passed = await run();
    console.log(`── ${title}: ${passed ? 'ok' : 'FAILED'}, ${elapsed(startedAt)} ──`);
    if (!passed) return title;
  }
  return undefined;
}

/** @param {number} startedAt milliseconds since 1970 */
export function elapsed(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

/**
 * Runs a program with its output on the terminal.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options `env` is added to this process's variables
 * @returns {Promise<boolean>} true for exit code 0
 */
export function runShown(command, args, { cwd, env }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: needsShell(command),
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
