/**
 * Measures every tap of a learner's journey on a slow phone: time to the next paint, and the longest task it causes.
 */
import { join } from 'node:path';

import { keepFirstCopies, launchProfile } from './browser.mjs';
import { journey, readings } from './journey.mjs';
import { DEVICE_PATH } from './stage.mjs';

/** @import {Page} from '@playwright/test' */
/** @import {Step} from './journey.mjs' */
/** @import {Stage} from './stage.mjs' */
/** @typedef {{ paint: number, task: number }} Tap */

const CPU_SLOWDOWN = 4;
const RUNS = 3;
const WAITING = 10_000;
const LESSONS = 5000;
const AIM_MS = 200;
/** @param {Page} page */
async function settle(page) {
  await page.waitForLoadState('networkidle');
  // Tasks after a tap's next frame still count for that tap.
  await page.waitForTimeout(600);
}

/** @param {Page} page */
async function watchTaps(page) {
  await page.addInitScript(() => {
    Object.assign(window, { taps: [], longTasks: [] });
    const events = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.taps.push(duration);
    }).observe(events);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/**
 * @param {Page} page
 * @param {Step} step
 * @returns {Promise<Tap>}
 */
async function measureTap(page, { tap, shown, close }) {
  await page.evaluate(() => {
    window.taps.length = window.longTasks.length = 0;
  });
  await tap(page).tap();
  await shown(page).first().waitFor();
  await settle(page);
  const measured = await page.evaluate(() => ({
    paint: Math.max(0, ...window.taps),
    task: Math.max(0, ...window.longTasks),
  }));
  if (close) await page.keyboard.press('Escape');
  // Waits, so that the closing animation does not count for the next tap.
  await page.waitForTimeout(300);
  return measured;
}

/**
 * @param {Page} page
 * @param {string[]} unread the paths of lessons, one for each of the readings
 * @param {(name: string, tap: Tap) => void} note
 */
async function travel(page, unread, note) {
  for (const { path, steps } of journey) {
    await page.goto(path);
    await page.locator('html[data-app=ready]').waitFor();
    await settle(page);
    for (const step of steps) note(step.name, await measureTap(page, step));
  }
  for (const [place, reading] of readings.entries()) {
    await page.goto(unread[place] ?? '');
    await page.locator('html[data-app=ready]').waitFor();
    await settle(page);
    note(reading.name, await measureTap(page, reading));
  }
}

/**
 * Lists the paths of unread lessons.
 *
 * @param {Page} page
 */
async function listUnread(page) {
  await page.goto('/courses/statistics');
  const links = page.locator('main a[href^="/lessons/"]').filter({ hasText: '未読' });
  await links.first().waitFor();
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

/**
 * @param {Stage} stage
 * @param {boolean} isFull
 */
async function measureDevice({ folder, server }, isFull) {
  /** @type {Map<string, Tap[]>} */
  const taps = new Map();
  const context = await launchProfile(join(folder, isFull ? 'taps-full' : 'taps'), server.origin);
  const page = await context.newPage();
  await keepFirstCopies(page);
  if (isFull) {
    // The server refuses writes, so that the calls stay in the queue.
    await context.route(/\/api\/v1\/submit\//, (route) => route.abort());
    await page.goto(DEVICE_PATH);
    await page.waitForFunction(() => 'device' in window);
    await page.evaluate((count) => window.device.fillQueue(count), WAITING);
    await page.evaluate(
      ([like, count]) => window.device.search.fillLessons(like, ['# 本文\n\nパスワード'], count),
      /** @type {const} */ (['security-why', LESSONS]),
    );
  }
  const unread = await listUnread(page);
  await watchTaps(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  for (let run = 0; run < RUNS; run += 1) {
    await travel(page, unread.slice(run * readings.length), (name, tap) =>
      taps.set(name, [...(taps.get(name) ?? []), tap]),
    );
  }
  await context.close();
  return taps;
}

/** @param {number[]} values */
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** @param {number[]} values */
function words(values) {
  const value = Math.round(middle(values));
  return `${value > AIM_MS ? `**${value}**` : value} (${Math.round(Math.max(...values))})`;
}

/** @param {Stage} stage */
export async function measureTaps(stage) {
  const empty = await measureDevice(stage, false);
  const full = await measureDevice(stage, true);
  console.log(`\n### Every tap (CPU ÷ ${CPU_SLOWDOWN}, ms, median of ${RUNS}, worst in brackets; aim ≤ ${AIM_MS})\n`);
  console.log(`| | paint | longest task | paint, ${WAITING} waiting and ${LESSONS} kept | longest task |`);
  console.log('| --- | --- | --- | --- | --- |');
  for (const [name, taps] of empty) {
    const cells = [taps, full.get(name) ?? []].flatMap((each) => [
      words(each.map(({ paint }) => paint)),
      words(each.map(({ task }) => task)),
    ]);
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
