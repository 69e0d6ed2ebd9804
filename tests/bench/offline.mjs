/** Measures cold starts offline, a long queue, its replay, and the cost of caching one more lesson. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { launchBrowser, launchProfile, login, phone, textTime, watchText } from './browser.mjs';
import { slowDown } from './first-visit.mjs';
import { LAST_WORDS, LESSON_PATH, RICH_LESSON_PATH } from './lesson.mjs';
import { printTable, timeRow } from './numbers.mjs';
import { BARE_PATH, DEVICE_PATH, FLOOR_PATH } from './stage.mjs';
import { measureStudyCache } from './study-cache.mjs';

/** @import {Page} from '@playwright/test' */
/** @import {Row} from './numbers.mjs' */
/** @import {Stage} from './stage.mjs' */

const RUNS = 7;
/** Number of runs of cold starts: a difference of 10 % needs more than `RUNS`. */
const QUEUE_RUNS = 15;
const REPLAY_RUNS = 5;
const REPLAYED = 1000;
const WAITING = 10_000;

/** Paths that both the app's service worker and the baseline's must have cached before a cold start needs no server. */
const HELD_PATHS = [`/api/v1${LESSON_PATH}`, BARE_PATH];

/** @typedef {{ path: string, sign: { selector: string, words: string } }} Screen */

/** @satisfies {Record<string, Screen>} */
const screens = {
  lesson: { path: LESSON_PATH, sign: { selector: 'article p', words: LAST_WORDS } },
  rich: { path: RICH_LESSON_PATH, sign: { selector: 'article [class^="_prose_"] p', words: '' } },
  actions: { path: LESSON_PATH, sign: { selector: '[data-bottom-bar] button', words: '' } },
  floor: { path: FLOOR_PATH, sign: { selector: 'button[type=submit]', words: '' } },
  bare: { path: BARE_PATH, sign: { selector: 'main p', words: LAST_WORDS } },
  home: { path: '/', sign: { selector: 'main h1', words: '' } },
};

/** @param {Stage} stage */
export async function measureOffline(stage) {
  const profiles = { empty: join(stage.folder, 'empty'), full: join(stage.folder, 'full') };
  await prepareProfile(profiles.empty, stage.server.origin);
  cpSync(profiles.empty, profiles.full, { recursive: true, verbatimSymlinks: true });
  await onDevice(profiles.full, stage.server.origin, (page) =>
    page.evaluate((count) => window.device.fillQueue(count), WAITING),
  );
  await stage.server.stop();
  printTable('Cold starts with the server dead', await measureStarts(profiles, stage.server.origin));
  await stage.server.start();
  printTable('Repeat visit on a slow phone', [await measureRepeat(profiles.empty, stage.server.origin)]);
  printTable('After the network is back', [await measureReplay(profiles.empty, stage.server.origin)]);
  await measureStudyCache((work) => onDevice(profiles.empty, stage.server.origin, work));
}

/**
 * Prepares a profile on which the student has read the lesson, and the bare page was opened.
 *
 * @param {string} profile
 * @param {string} origin
 */
export async function prepareProfile(profile, origin) {
  const context = await launchProfile(profile, origin);
  const page = await context.newPage();
  await login(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const path of [LESSON_PATH, '/', BARE_PATH, '/', LESSON_PATH]) {
    await page.goto(path);
    await page.locator('html[data-app=ready]').waitFor();
    await page.waitForLoadState('networkidle');
  }
  for (const path of [RICH_LESSON_PATH, LESSON_PATH]) await untilPrerendered(page, path);
  await page.waitForFunction(async (paths) => {
    const copies = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })));
    return copies.every(Boolean);
  }, HELD_PATHS);
  await context.close();
}

/**
 * Opens a lesson until the service worker serves its address with the prerendered lesson.
 *
 * @param {Page} page
 * @param {string} path
 */
async function untilPrerendered(page, path) {
  for (;;) {
    const answer = await page.goto(path);
    if ((await answer?.text())?.includes('painted.js')) return;
    await page.locator('html[data-app=ready]').waitFor();
    // Polled, because the page prerenders when idle, and fires no event.
    await page.waitForTimeout(3000);
  }
}

/**
 * Runs `work` in a page that accesses the device's storage with the app's own code (device/).
 *
 * @param {string} profile
 * @param {string} origin
 * @param {(page: Page) => Promise<unknown>} work
 */
async function onDevice(profile, origin, work) {
  const context = await launchProfile(profile, origin);
  const page = await context.newPage();
  await page.goto(DEVICE_PATH);
  await page.waitForFunction(() => 'device' in window);
  await work(page);
  await context.close();
}

/**
 * Measures a cold start with the server down, in a newly started browser.
 *
 * @param {string} profile
 * @param {string} origin
 * @param {Screen} screen
 */
async function timeStart(profile, origin, { path, sign }) {
  const context = await launchProfile(profile, origin);
  const page = await context.newPage();
  await watchText(page, sign);
  await page.goto(path);
  const time = await textTime(page);
  await context.close();
  return time;
}

/**
 * @param {{ empty: string, full: string }} profiles
 * @param {string} origin
 * @returns {Promise<Row[]>}
 */
async function measureStarts({ empty, full }, origin) {
  /** @type {Record<'lesson' | 'rich' | 'actions' | 'bare' | 'full' | 'empty', number[]>} */
  const times = { lesson: [], rich: [], actions: [], bare: [], full: [], empty: [] };
  for (let run = 0; run < RUNS; run += 1) {
    for (const name of /** @type {const} */ (['bare', 'lesson', 'rich', 'actions']))
      times[name].push(await timeStart(empty, origin, screens[name]));
  }
  for (let run = 0; run < QUEUE_RUNS; run += 1) {
    times.empty.push(await timeStart(empty, origin, screens.home));
    times.full.push(await timeStart(full, origin, screens.home));
  }
  return [
    timeRow({ what: 'cold start to the text of a lesson / bare page', aim: '≤ 1.5' }, times.lesson, times.bare),
    timeRow({ what: 'the same with formulas, code and pictures', aim: '≤ 1.5' }, times.rich, times.bare),
    timeRow({ what: 'cold start until 読了にする works / bare page', aim: '≤ 4.0' }, times.actions, times.bare),
    timeRow({ what: `cold start with ${WAITING} waiting calls / none`, aim: '≤ 1.1' }, times.full, times.empty),
  ];
}

/**
 * @param {string} profile
 * @param {string} origin
 * @returns {Promise<Row>}
 */
async function measureReplay(profile, origin) {
  /** @type {{ replay: number[], bare: number[] }} */
  const times = { replay: [], bare: [] };
  await onDevice(profile, origin, async (page) => {
    for (let run = 0; run < REPLAY_RUNS; run += 1) {
      times.bare.push(await page.evaluate((count) => window.device.timeBareLoop(count), REPLAYED));
      await page.evaluate((count) => window.device.fillQueue(count), REPLAYED);
      times.replay.push(await page.evaluate(() => window.device.timeReplay()));
    }
  });
  return timeRow(
    { what: `${REPLAYED} waiting calls replayed / bare loop of fetches`, aim: '≤ 1.2' },
    times.replay,
    times.bare,
  );
}

/**
 * Compares, both slowed down, the time until a lesson's text is shown that was read before with the time until the
 * minimal app's form is shown at a first visit.
 *
 * @param {string} profile
 * @param {string} origin
 * @returns {Promise<Row>}
 */
async function measureRepeat(profile, origin) {
  /** @type {{ lesson: number[], floor: number[] }} */
  const times = { lesson: [], floor: [] };
  const browser = await launchBrowser();
  for (let run = 0; run < RUNS; run += 1) {
    const visitor = await browser.newContext({ ...phone, baseURL: origin });
    times.floor.push(await timeSlowly(visitor, screens.floor));
    times.lesson.push(await timeSlowly(await launchProfile(profile, origin), screens.lesson));
  }
  await browser.close();
  return timeRow({ what: 'a lesson, text shown / the floor’s first form', aim: '≤ 0.5' }, times.lesson, times.floor);
}

/**
 * @param {import('@playwright/test').BrowserContext} context closed afterwards
 * @param {Screen} screen
 */
async function timeSlowly(context, { path, sign }) {
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page));
  await watchText(page, sign);
  await page.goto(path);
  const time = await textTime(page);
  await context.close();
  return time;
}
