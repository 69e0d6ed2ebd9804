/** Tests the report of fault tests (titles that begin with "fault:"), read from the test runners' reports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { formatFaults, readPlaywrightFaults, readVitestFaults } from '@tests/run/faults.mjs';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-faults-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeReport(report: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test('the fault report reads only fault tests from vitest’s report', () => {
  const assertionResults = [
    { title: 'fault: power cut → nothing lost', status: 'passed' },
    { title: 'fault: full disk → said so', status: 'failed' },
    { title: 'fault: not run → unknown', status: 'skipped' },
    { title: 'counts', status: 'passed' },
  ];

  expect(readVitestFaults(writeReport({ testResults: [{ assertionResults }] }))).toEqual([
    { fault: 'power cut', outcome: 'nothing lost', where: 'node', isSurvived: true },
    { fault: 'full disk', outcome: 'said so', where: 'node', isSurvived: false },
  ]);
});

test('the fault report reads fault tests from nested suites of Playwright’s report', () => {
  const spec = (title: string, ok: boolean, status: string) => ({ title, ok, tests: [{ status }] });
  const inner = {
    specs: [spec('fault: two tabs → sent once', true, 'expected'), spec('fault: a → b', true, 'skipped')],
  };
  const report = { suites: [{ specs: [spec('fault: portal → not cached', false, 'unexpected')], suites: [inner] }] };

  expect(readPlaywrightFaults(writeReport(report))).toEqual([
    { fault: 'portal', outcome: 'not cached', where: 'Chromium', isSurvived: false },
    { fault: 'two tabs', outcome: 'sent once', where: 'Chromium', isSurvived: true },
  ]);
});

test('the fault report prints failures last and counts survived faults', () => {
  const rows = [
    { fault: 'full disk', outcome: 'said so', where: 'node', isSurvived: false },
    { fault: 'two tabs', outcome: 'sent once', where: 'Chromium', isSurvived: true },
  ];

  expect(formatFaults(rows).split('\n')).toEqual([
    '',
    'Faults and outcomes',
    '✓ Chromium  two tabs',
    '            → sent once',
    '✗ node      full disk',
    '            → said so',
    '1 of 2 faults survived',
  ]);
});

test('the fault report is empty for a missing report of a test runner', () => {
  expect(readVitestFaults(join(folder, 'none.json'))).toEqual([]);
  expect(readPlaywrightFaults(join(folder, 'none.json'))).toEqual([]);
});
