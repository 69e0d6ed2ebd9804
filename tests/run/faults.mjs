/** Prints the table of faults and outcomes of `npm run test:faults`, from the test runners' JSON reports. */
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ fault: string, outcome: string, where: string, isSurvived: boolean }} FaultRow */

const MARK = 'fault: ';
const ARROW = ' → ';

/**
 * Parses a test title `fault: <what happens> → <outcome>`; returns an empty list for other tests.
 *
 * @param {string} title
 * @param {string} where
 * @param {boolean} isSurvived
 * @returns {FaultRow[]}
 */
function readFault(title, where, isSurvived) {
  if (!title.startsWith(MARK)) return [];
  const [fault = '', outcome = ''] = title.slice(MARK.length).split(ARROW);
  return [{ fault, outcome, where, isSurvived }];
}

/** @param {string} file */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/**
 * Returns the faults in vitest's report.
 *
 * @param {string} file
 * @returns {FaultRow[]}
 */
export function readVitestFaults(file) {
  /** @type {{ assertionResults: { title: string, status: string }[] }[]} */
  const modules = readReport(file).testResults ?? [];
  return modules.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .flatMap(({ title, status }) => readFault(title, 'node', status === 'passed')),
  );
}

/**
 * @typedef {object} Suite
 * @property {{ title: string, ok: boolean, tests: { status: string }[] }[]} [specs]
 * @property {Suite[]} [suites]
 */

/** @param {Suite} suite @returns {FaultRow[]} */
function readSuite({ specs = [], suites = [] }) {
  const ran = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'));
  const own = ran.flatMap(({ title, ok }) => readFault(title, 'Chromium', ok));
  return [...own, ...suites.flatMap(readSuite)];
}

/**
 * Returns the faults in Playwright's report.
 *
 * @param {string} file
 * @returns {FaultRow[]}
 */
export function readPlaywrightFaults(file) {
  return readSuite(readReport(file));
}

/**
 * Formats the table as text, failures last.
 *
 * @param {readonly FaultRow[]} rows
 */
export function formatFaults(rows) {
  const whereWidth = Math.max(0, ...rows.map(({ where }) => where.length));
  const sorted = [...rows].sort((a, b) => Number(b.isSurvived) - Number(a.isSurvived));
  const lines = sorted.flatMap(({ fault, outcome, where, isSurvived }) => [
    `${isSurvived ? '✓' : '✗'} ${where.padEnd(whereWidth)}  ${fault}`,
    `  ${' '.repeat(whereWidth)}  → ${outcome}`,
  ]);
  const survived = rows.filter((row) => row.isSurvived).length;
  return ['', 'Faults and outcomes', ...lines, `${survived} of ${rows.length} faults survived`].join('\n');
}
