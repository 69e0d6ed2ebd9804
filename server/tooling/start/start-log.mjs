/** What a start says: lines for people or, with LOG=json, one object a line. Plain Node: nothing may be installed or built yet. */
import { inspect } from 'node:util';

import { jsonLine } from '../../lib/json-line.mjs';
import { exitWith, StartError } from './commands.mjs';

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
