/**
 * Makes `vi.waitFor` and `vi.waitUntil` wait long. It is not in the setup file, because that file runs again for each
 * test file of a process.
 */
import { vi } from 'vitest';

/**
 * The longest wait for a condition, ms: long, because shared cores can be slow; a passing test never waits this long.
 * `expect.poll` has it too (vite.config.ts).
 */
export const WAIT_MS = 30_000;

const withTimeout = (options: number | object = {}) =>
  typeof options === 'number' ? options : { timeout: WAIT_MS, ...options };
const { waitFor, waitUntil } = vi;
vi.waitFor = (check, options) => waitFor(check, withTimeout(options));
vi.waitUntil = (check, options) => waitUntil(check, withTimeout(options));
