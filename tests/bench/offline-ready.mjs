/** Measures the time from the start of a first visit until the app can be used offline, on a slow line. */
import { launchBrowser, phone, readSession } from './browser.mjs';
import { median, spread } from './numbers.mjs';
import { openSlowLine } from './slow-line.mjs';

/** @import {Browser} from '@playwright/test' */
/** @import {Stage} from './stage.mjs' */
/** @import {SlowLine} from './slow-line.mjs' */

const RUNS = 5;

/** @param {Stage} stage */
export async function measureOfflineReady({ server }) {
  const line = await openSlowLine(server.origin);
  const browser = await launchBrowser();
  try {
    const state = await readSession(browser, line.origin);
    /** @type {{ screen: number, ready: number }[]} */
    const visits = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, line, state));
    const screens = visits.map(({ screen }) => screen);
    const readies = visits.map(({ ready }) => ready);
    console.log(`\n### Usable offline after a first visit (1.6 Mbps, 150 ms, the worker's files too)\n`);
    console.log('| | measured | aim | spread |\n| --- | --- | --- | --- |');
    console.log(`| home shown | ${Math.round(median(screens))} ms | – | ±${Math.round(spread(screens) * 100)} % |`);
    console.log(
      `| usable offline | ${(median(readies) / 1000).toFixed(1)} s | ≤ 12 s | ±${Math.round(spread(readies) * 100)} % |`,
    );
  } finally {
    await browser.close();
    line.close();
  }
}

/**
 * Measures one first visit to home, then cuts the line and asserts that home still opens.
 *
 * @param {Browser} browser
 * @param {SlowLine} line
 * @param {Awaited<ReturnType<typeof readSession>>} storageState
 */
async function visit(browser, line, storageState) {
  line.become('slow');
  const context = await browser.newContext({ ...phone, baseURL: line.origin, storageState });
  const page = await context.newPage();
  await page.goto('/', { waitUntil: 'commit' });
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await heading.waitFor();
  const screen = await page.evaluate(() => performance.now());
  // The service worker is active once it has cached all files that a learner can open.
  const ready = await page.evaluate(() => navigator.serviceWorker.ready.then(() => performance.now()));
  line.become('dead');
  await page.goto('/');
  await heading.waitFor();
  await context.close();
  line.become('open');
  return { screen, ready };
}
