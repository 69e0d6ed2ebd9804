/**
 * Measures the search in 5,000 lessons on the device, on a slow phone: its code alone in a page, then the app's dialog.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../e2e/support/project-root.ts';
import { keepFirstCopies, launchProfile } from './browser.mjs';
import { median } from './numbers.mjs';
import { DEVICE_PATH } from './stage.mjs';

/** @import {CDPSession, Page} from '@playwright/test' */
/** @import {Stage} from './stage.mjs' */

const LESSONS = 5000;
const LETTERS = 1560;
const CPU_SLOWDOWN = 4;
const STARTS = 5;

const demo = join(projectRoot, 'server/demo/courses');
/** Texts of the demo's lessons, cut to `LETTERS` characters. */
const texts = readdirSync(demo, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => {
    const text = readFileSync(join(demo, path), 'utf8');
    return text.repeat(Math.ceil(LETTERS / text.length)).slice(0, LETTERS);
  });

/** Queries cut from the texts, of two to eight letters; then queries without hits, and queries in kana. */
const queries = [
  ...texts.flatMap((text, index) => {
    const words = text
      .replace(/[^ぁ-んァ-ヶ一-龠a-zA-Z]/g, ' ')
      .split(/\s+/)
      .filter((word) => word.length > 1);
    return [0.2, 0.5, 0.8].map(
      (share) => words[Math.floor(words.length * share)]?.slice(0, 2 + ((index + share * 10) % 7)) ?? '',
    );
  }),
  'どこにもない言葉',
  'zzzz',
  '残留 リスク',
  'データ 散らばり',
  '無い 言葉',
  'じょうほう',
];

/**
 * @param {readonly number[]} values
 * @param {number} share
 */
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;

/** @param {Stage} stage */
export async function measureSearch({ folder, server }) {
  const context = await launchProfile(join(folder, 'search'), server.origin);
  const page = await context.newPage();
  await keepFirstCopies(page);
  await page.goto(DEVICE_PATH);
  await page.waitForFunction(() => 'device' in window);
  await page.evaluate(
    ([like, all, count]) => window.device.search.fillLessons(like, all, count),
    /** @type {const} */ (['security-why', texts, LESSONS]),
  );
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const { first, times, scans, size, heap } = await timeCode(page, session);
  const { starts, wholes, tasks } = await timeDialog(page);
  await context.close();
  /** @type {[string, string, string][]} */
  const rows = [
    ['a query while one types, ten hits, median', `${median(first).toFixed(1)} ms`, '–'],
    ['a query while one types, ten hits, p95', `${quantile(first, 0.95).toFixed(1)} ms`, '≤ 50 ms'],
    ['once one rests, thirty hits, median', `${median(times).toFixed(1)} ms`, '–'],
    ['once one rests, thirty hits, p95', `${quantile(times, 0.95).toFixed(1)} ms`, '≤ 50 ms'],
    ['nothing but `includes` over the same texts, median', `${median(scans).toFixed(1)} ms`, '–'],
    ['all records read', `${Math.round(size.took)} ms`, '–'],
    ['memory of the texts', `${(heap / 1e6).toFixed(1)} MB`, '≤ 60 MB'],
    ['first query after a start: from opening the search to its hit', `${Math.round(median(starts))} ms`, '≤ 1000 ms'],
    ['the same, until all records are looked through', `${Math.round(median(wholes))} ms`, '–'],
    ['longest task while ten words are typed', `${Math.round(Math.max(0, ...tasks.typing))} ms`, '≤ 50 ms'],
    ['longest task from opening to the first hit', `${Math.round(Math.max(0, ...tasks.opening))} ms`, '–'],
  ];
  console.log(
    `\n### Search in ${size.lessons} lessons of ${LETTERS} letters (CPU ÷ ${CPU_SLOWDOWN}, ${times.length} queries)\n`,
  );
  console.log(`| | measured | aim |\n| --- | --- | --- |\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`);
}

/** @param {CDPSession} session */
async function heapOf(session) {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/**
 * @param {Page} page
 * @param {CDPSession} session
 */
async function timeCode(page, session) {
  await page.reload();
  await page.waitForFunction(() => 'device' in window);
  const before = await heapOf(session);
  const size = await page.evaluate(() => window.device.search.readAll());
  const heap = (await heapOf(session)) - before;
  const first = await page.evaluate((all) => window.device.search.timeQueries(all, false), queries);
  const times = await page.evaluate((all) => window.device.search.timeQueries(all, true), queries);
  const scans = await page.evaluate((all) => window.device.search.timeBareScans(all), queries);
  return { first, times, scans, size, heap };
}

/** @param {Page} page */
async function timeDialog(page) {
  /** @type {number[]} */
  const starts = [];
  /** @type {number[]} */
  const wholes = [];
  /** @type {Record<'opening' | 'typing', number[]>} */
  const tasks = { opening: [], typing: [] };
  await page.addInitScript(() => {
    Object.assign(window, { longTasks: [] });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  const takeTasks = () => page.evaluate(() => window.longTasks.splice(0));
  for (let run = 0; run < STARTS; run += 1) {
    await page.goto('/community');
    await page.locator('html[data-app=ready]').waitFor();
    await page.waitForLoadState('networkidle');
    await takeTasks();
    const startedAt = Date.now();
    await page.getByRole('button', { name: 'さがす', exact: true }).click();
    await page.getByPlaceholder('さがす', { exact: true }).waitFor();
    await page.keyboard.insertText('残留リスク');
    await page.locator('[data-action] mark').first().waitFor();
    starts.push(Date.now() - startedAt);
    // The progress of reading the records disappears from the dialog with the last record.
    await page.getByRole('dialog').getByRole('status').waitFor({ state: 'hidden' });
    wholes.push(Date.now() - startedAt);
    tasks.opening.push(...(await takeTasks()));
  }
  const field = page.getByPlaceholder('さがす', { exact: true });
  // Waits while the search index is compared with the cached copies.
  await page.waitForTimeout(15_000);
  await takeTasks();
  for (const word of [
    'パスワード',
    'せきゅりてぃ',
    'データ',
    'git commit',
    '平均',
    'ふぃっしんぐ',
    'リスク',
    '分散',
    'メール',
    '情報',
  ]) {
    await field.fill('');
    await field.pressSequentially(word, { delay: 60 });
    // Waits for all hits after the last letter: the first ten are rendered at once, the others 300 ms later.
    await page.waitForTimeout(1000);
  }
  tasks.typing = await takeTasks();
  return { starts, wholes, tasks };
}
