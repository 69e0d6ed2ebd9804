/** Tests the summary line at the end of a test run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addEarlierCounts, closingLine, readPlaywrightCounts, readVitestCounts } from '@tests/run/counts.mjs';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the test summary sums the counts of vitest and Playwright', () => {
  const vitest = join(folder, 'vitest.json');
  const playwright = join(folder, 'playwright.json');
  writeFileSync(
    vitest,
    JSON.stringify({ numPassedTests: 700, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }),
  );
  writeFileSync(playwright, JSON.stringify({ stats: { expected: 40, unexpected: 1, flaky: 1, skipped: 2 } }));

  expect(closingLine([readVitestCounts(vitest), readPlaywrightCounts(playwright)])).toBe(
    '740 passed, 2 failed, 2 skipped',
  );
});

test('the test summary counts zero for a missing report', () => {
  const missing = join(folder, 'none.json');

  expect(closingLine([readVitestCounts(missing), readPlaywrightCounts(missing)])).toBe('0 passed, 0 failed');
});

test('the test summary adds the counts of the previous test command', () => {
  const file = join(folder, 'counts.json');
  const short = [{ passed: 4, failed: 0, skipped: 0 }];
  const rest = [{ passed: 7, failed: 1, skipped: 2 }];

  expect(closingLine(addEarlierCounts(file, short))).toBe('4 passed, 0 failed');
  expect(closingLine(addEarlierCounts(file, rest))).toBe('11 passed, 1 failed, 2 skipped');
  expect(closingLine(addEarlierCounts(undefined, rest))).toBe('7 passed, 1 failed, 2 skipped');
});
