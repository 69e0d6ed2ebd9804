/** Sums the counts in the test runners' JSON reports, for the closing line. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Reads vitest's report; all zero if the report is missing.
 *
 * @param {string} file
 * @returns {Counts}
 */
export function readVitestCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Reads Playwright's report; all zero if the report is missing.
 *
 * @param {string} file
 * @returns {Counts}
 */
export function readPlaywrightCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/**
 * Adds the counts of earlier commands to a command's own, and stores the sum for the next command: `.ci/run` sums two
 * commands.
 *
 * @param {string | undefined} file where the counts are kept; `undefined` sums nothing
 * @param {Counts[]} own
 * @returns {Counts[]}
 */
export function addEarlierCounts(file, own) {
  if (!file) return own;
  const earlier = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const counts = [...earlier, ...own];
  writeFileSync(file, JSON.stringify(counts));
  return counts;
}

/**
 * Returns the line that CI parses, such as "812 passed, 0 failed".
 *
 * @param {Counts[]} counts
 */
export function closingLine(counts) {
  /** @param {keyof Counts} key */
  const sum = (key) => counts.reduce((total, one) => total + one[key], 0);
  const line = `${sum('passed')} passed, ${sum('failed')} failed`;
  return sum('skipped') > 0 ? `${line}, ${sum('skipped')} skipped` : line;
}
