/** Formats errors for the log: stack and message, never the values of a query. */

import { inspect } from 'node:util';

/**
 * Returns an error's text. Drizzle's message repeats every parameter (hashes, names, whole files), so the query and the
 * cause are used instead.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  // PGlite's own error has the query's parameters as a property, but not in its stack.
  if (!('params' in error) || !('query' in error) || !(error.cause instanceof Error))
    return error.stack ?? error.message;
  const stack = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return [`Failed query: ${String(error.query)}`, describeError(error.cause), ...stack].join('\n');
}
