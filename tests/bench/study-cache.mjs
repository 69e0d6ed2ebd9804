/** Measures the time to cache one more lesson when many are cached already. */
import { median, printTable, spread } from './numbers.mjs';

/** @import {Page} from '@playwright/test' */

const LESSON_CALL = '/api/v1/lessons/security-why';
/** Number of existing lessons whose copies are deleted and stored again. */
const MEASURED = ['security-mfa', 'security-risk', 'security-scams', 'security-habits', 'security-remote'];
const ROUNDS = 6;
const STORED = [10, 100, 1000, 5000];

/** @param {(work: (page: Page) => Promise<void>) => Promise<void>} onDevice */
export async function measureStudyCache(onDevice) {
  /** @type {{ stored: number, times: number[] }[]} */
  const results = [];
  await onDevice(async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (const stored of STORED) {
      await page.evaluate(
        ([like, count]) => window.device.fillStudyCache(like, count),
        /** @type {const} */ ([LESSON_CALL, stored]),
      );
      results.push({ stored, times: await timeKeeping(page) });
    }
  });
  const first = median(results[0]?.times ?? []);
  const rows = results.map(({ stored, times }) => ({
    what: `one more when ${stored} are kept / ${STORED[0]}`,
    unit: 'ms',
    app: median(times),
    floor: first,
    aim: 'flat',
    spread: spread(times),
  }));
  printTable('One more cached lesson: asked for, answered and kept', rows);
}

/** @param {Page} page */
async function timeKeeping(page) {
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const id of MEASURED) {
      const time = await page.evaluate((path) => window.device.timeKeeping(path), `/api/v1/lessons/${id}`);
      // The first round warms up the service worker and the server.
      if (round > 0) times.push(time);
    }
  }
  return times;
}
