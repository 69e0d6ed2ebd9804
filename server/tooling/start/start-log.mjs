/** What a start says: lines for people or, with LOG=json, one object a line. Plain Node: nothing may be installed or built yet. */
import { inspect } from 'node:util';

import { exitWith, StartError } from './commands.mjs';

/**
 * An object of the log.
 *
 * @param {'info' | 'error'} level
 * @param {string} message
 * @param {Readonly<Record<string, string | number>>} [facts] what programs read beside the words
 */
export function jsonLine(level, message, facts = {}) {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...facts });
}

const isJson = () => process.env.LOG?.trim() === 'json';

/** @param {string} words */
export function tell(words) {
  console.log(isJson() ? jsonLine('info', words) : words);
}

/**
 * Ends a start as `exitWith` does; whoever collects the log finds no line that is no object.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function refuseStart(error) {
  if (!isJson()) exitWith(error);
  console.error(jsonLine('error', error instanceof StartError ? error.message : inspect(error)));
  process.exit(1);
}
