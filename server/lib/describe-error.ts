/** Errors for the log: where and why, never with what values. */

import { inspect } from 'node:util';

/** Drizzle's error repeats every parameter: hashes, names, whole files. Its query and its cause are enough. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  // PGlite's own error has the parameters too, but not in its stack.
  if (!('params' in error) || !('query' in error) || !(error.cause instanceof Error))
    return error.stack ?? error.message;
  const stack = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return [`Failed query: ${String(error.query)}`, describeError(error.cause), ...stack].join('\n');
}
