/** What the server says while it runs: lines for people or, with LOG=json, one object a line. Never a secret. */
import type { Config } from '@server/config';

import { jsonLine } from './json-line.mjs';

/** What programs read beside the words. */
type Facts = Readonly<Record<string, string | number>>;

let isJson = false;

/** How all is said from now on. */
export function setLogFormat(log: Config['log']): void {
  isJson = log === 'json';
}

function lineOf(level: 'info' | 'error', words: string, facts: Facts): string {
  return isJson ? jsonLine(level, words, facts) : `${new Date().toISOString()} ${words}`;
}

/** What is as it should be. */
export function say(words: string, facts: Facts = {}): void {
  console.log(lineOf('info', words, facts));
}

/** What somebody should look at. */
export function complain(words: string, facts: Facts = {}): void {
  console.error(lineOf('error', words, facts));
}

/** Why the server does not start, for whoever has just started it. */
export function refuse(words: string): void {
  console.error(isJson ? lineOf('error', words, {}) : words);
}
