/** The server's log: plain lines or, with LOG=json, one JSON object per line. Never contains a secret. */
import type { Config } from '@server/config';

import { jsonLine } from './json-line.mjs';

/** Further fields of a log line in JSON. */
type Facts = Readonly<Record<string, string | number>>;

let isJson = false;

/** Sets the format of all later log lines. */
export function setLogFormat(log: Config['log']): void {
  isJson = log === 'json';
}

function lineOf(level: 'info' | 'error', words: string, facts: Facts): string {
  return isJson ? jsonLine(level, words, facts) : `${new Date().toISOString()} ${words}`;
}

/** Logs a line at level info, to stdout. */
export function say(words: string, facts: Facts = {}): void {
  console.log(lineOf('info', words, facts));
}

/** Logs a line at level error, to stderr. */
export function complain(words: string, facts: Facts = {}): void {
  console.error(lineOf('error', words, facts));
}

/** Prints the reason why the server does not start; without a timestamp unless LOG=json. */
export function refuse(words: string): void {
  console.error(isJson ? lineOf('error', words, {}) : words);
}
