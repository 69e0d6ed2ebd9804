/**
 * Prints the output of a start: plain lines or, with LOG=json, one JSON object per line. Plain Node, because nothing
 * may be installed yet.
 */
import { inspect } from 'node:util';

import { jsonLine } from '../../lib/json-line.mjs';
import { exitWith, StartError } from './commands.mjs';

const isJson = () => process.env.LOG?.trim() === 'json';

/** Prints a line of a start. @param {string} words */
export function tell(words) {
  console.log(isJson() ? jsonLine('info', words) : words);
}

/**
 * Ends a start like `exitWith`, but prints JSON with LOG=json, so that log collectors can parse every line.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function refuseStart(error) {
  if (!isJson()) exitWith(error);
  console.error(jsonLine('error', error instanceof StartError ? error.message : inspect(error)));
  process.exit(1);
}
