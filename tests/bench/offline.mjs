/** Without a network, and after it: cold starts, a long queue, replay, and what one more copy costs. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { launchProfile, login, textTime, watchText } from './browser.mjs';
import { LAST_WORDS, LESSON_PATH } from './lesson.mjs';
import { printTable, timeRow } from './numbers.mjs';
import { BARE_PATH, DEVICE_PATH } from './stage.mjs';
import { measureStudyCache } from './study-cache.mjs';

/** @import {Page} from '@playwright/test' */
/** @import {Row} from './numbers.mjs' */
/** @import {Stage} from './stage.mjs' */

const RUNS = 5;
const REPLAY_RUNS = 5;
const REPLAYED = 1000;
const WAITING = 10_000;

/** What the worker of the app, and the bare one, hold once a cold start needs no server. */
const HELD_PATHS = [`/api/v1${LESSON_PATH}`, BARE_PATH];

/** @typedef {{ path: string, sign: { selector: string, words: string } }} Screen */

/** @satisfies {Record<string, Screen>} */
const screens = {
  lesson: { path: LESSON_PATH, sign: { selector: 'article p', words: LAST_WORDS } },
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
  printTable('After the network is back', [await measureReplay(profiles.empty, stage.server.origin)]);
  await measureStudyCache((work) => onDevice(profiles.empty, stage.server.origin, work));
}

/**
 * A device on which the student has read the lesson, and the bare page was opened.
 *
 * @param {string} profile
 * @param {string} origin
 */
async function prepareProfile(profile, origin) {
  const context = await launchProfile(profile, origin);
  const page = await context.newPage();
  await login(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const path of [LESSON_PATH, '/', BARE_PATH, '/', LESSON_PATH]) {
    await page.goto(path);
    await page.locator('html[data-app=ready]').waitFor();
    await page.waitForLoadState('networkidle');
  }
  await page.waitForFunction(async (paths) => {
    const copies = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })));
    return copies.every(Boolean);
  }, HELD_PATHS);
  await context.close();
}

/**
 * Runs `work` in the page that reaches the device through the app's own code.
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
 * A cold start with the server dead: the browser's processes are new as well.
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
  /** @type {Record<'lesson' | 'bare' | 'full' | 'empty', number[]>} */
  const times = { lesson: [], bare: [], full: [], empty: [] };
  for (let run = 0; run < RUNS; run += 1) {
    times.bare.push(await timeStart(empty, origin, screens.bare));
    times.lesson.push(await timeStart(empty, origin, screens.lesson));
    times.empty.push(await timeStart(empty, origin, screens.home));
    times.full.push(await timeStart(full, origin, screens.home));
  }
  return [
    timeRow({ what: 'cold start to the text of a lesson / bare page', aim: '≤ 2.0' }, times.lesson, times.bare),
    timeRow({ what: `cold start with ${WAITING} waiting calls / none`, aim: '≤ 1.2' }, times.full, times.empty),
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
    { what: `${REPLAYED} waiting calls replayed / bare loop of fetches`, aim: '≤ 1.3' },
    times.replay,
    times.bare,
  );
}
