/**
 * Runs Lighthouse on an emulated phone: scores, blocking time and layout shift of a first visit. Run with npx; it is
 * not a dependency.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { launchProfile, login } from './browser.mjs';
import { RICH_LESSON_PATH } from './lesson.mjs';
import { median } from './numbers.mjs';

/** @import {BrowserContext} from '@playwright/test' */
/** @import {Stage} from './stage.mjs' */

const RUNS = 5;
/** The newest major version of Lighthouse that runs on Node 20. */
const PACKAGE = 'lighthouse@12';
const PORT = 9333;

const screens = [
  { name: 'login', path: '/login', aim: 98 },
  { name: 'home', path: '/', aim: 95 },
  { name: 'courses', path: '/courses', aim: 95 },
  { name: 'a lesson with formulas', path: RICH_LESSON_PATH, aim: 92 },
];

/**
 * @typedef {{ score: number, blocking: number, shift: number, paint: number, largest: number, elements: string[] }}
 * Result
 */

/** @param {Stage} stage */
export async function measureLighthouse({ folder, server }) {
  /** @type {string[]} */
  const rows = [];
  /** @type {string[]} */
  const shifted = [];
  for (const { name, path, aim } of screens) {
    const context = await launchProfile(join(folder, `lighthouse-${name}`), server.origin, [
      `--remote-debugging-port=${PORT}`,
    ]);
    if (path !== '/login') await login(context.pages()[0] ?? (await context.newPage()));
    /** @type {Result[]} */
    const results = [];
    for (let run = 0; run < RUNS; run += 1) {
      await leaveSessionOnly(context, server.origin);
      results.push(await runLighthouse(server.origin + path));
    }
    await context.close();
    const middle = (/** @type {'score' | 'blocking' | 'shift' | 'paint' | 'largest'} */ key) =>
      median(results.map(({ [key]: value }) => value));
    const cells = [name, Math.round(middle('score') * 100), aim, `${Math.round(middle('blocking'))} ms`];
    cells.push(middle('shift').toFixed(4), `${Math.round(middle('paint'))} ms`, `${Math.round(middle('largest'))} ms`);
    rows.push(`| ${cells.join(' | ')} |`);
    for (const element of new Set(results.flatMap(({ elements }) => elements))) shifted.push(`${name}: ${element}`);
  }
  console.log(`\n### Lighthouse (mobile, simulated, medians of ${RUNS})\n`);
  console.log(
    '| | score | aim | blocking | shift | first paint | largest paint |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  console.log(rows.join('\n'));
  if (shifted.length > 0) console.log(`\nMoved: ${shifted.join('; ')}`);
}

/**
 * Prepares a first visit: deletes everything on the device except the session.
 *
 * @param {BrowserContext} context
 * @param {string} origin
 */
async function leaveSessionOnly(context, origin) {
  // A page is kept open, because it keeps the service worker alive.
  for (const open of context.pages()) await open.goto('about:blank');
  const page = await context.newPage();
  await page.goto(`${origin}/logo.webp`);
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (name === 'session') continue;
      await new Promise((resolve) => {
        const deleting = indexedDB.deleteDatabase(name);
        deleting.onsuccess = deleting.onerror = deleting.onblocked = resolve;
      });
    }
  });
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
  await session.send('Network.clearBrowserCache');
  await page.close();
}

/**
 * @param {string} url
 * @returns {Promise<Result>}
 */
async function runLighthouse(url) {
  const flags = ['--output=json', '--quiet', '--only-categories=performance', '--disable-storage-reset'];
  const child = spawn('npx', ['--yes', PACKAGE, url, `--port=${PORT}`, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout) text += part;
  const { audits, categories } = JSON.parse(text);
  const moved = audits['layout-shifts']?.details?.items ?? [];
  return {
    score: categories.performance.score,
    blocking: audits['total-blocking-time'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
    paint: audits['first-contentful-paint'].numericValue,
    largest: audits['largest-contentful-paint'].numericValue,
    elements: moved.map((/** @type {{ node?: { selector?: string } }} */ { node }) => node?.selector ?? '?'),
  };
}
