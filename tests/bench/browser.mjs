/** Chromium as the benches use it: phone-sized pages that tell when their text stands. */
import { chromium } from '@playwright/test';

import { CHROMIUM_LAUNCH } from '../run/chromium-launch.mjs';
import { findChromium } from '../run/chromium.mjs';
import { LESSON_PATH } from './lesson.mjs';

/** @import {Browser, BrowserContextOptions, Page} from '@playwright/test' */

const launchOptions = { executablePath: findChromium(process.env), ...CHROMIUM_LAUNCH };

/** @satisfies {BrowserContextOptions} */
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  locale: 'ja-JP',
  timezoneId: 'Asia/Tokyo',
};

export function launchBrowser() {
  return chromium.launch(launchOptions);
}

/**
 * A browser on a profile of its own, like a learner's.
 *
 * @param {string} profile
 * @param {string} baseURL
 * @param {string[]} [args] of the browser, beside the usual
 */
export function launchProfile(profile, baseURL, args = []) {
  const options = { ...launchOptions, args: [...launchOptions.args, ...args] };
  return chromium.launchPersistentContext(profile, { ...options, ...phone, baseURL });
}

/**
 * Makes the page note when an element with these words is first there, for {@link textTime}.
 *
 * @param {Page} page
 * @param {{ selector: string, words: string }} sign
 */
export async function watchText(page, sign) {
  await page.addInitScript(({ selector, words }) => {
    const look = () => {
      const isThere = [...document.querySelectorAll(selector)].some(({ textContent }) => textContent?.includes(words));
      if (isThere) performance.mark('bench-text');
      else requestAnimationFrame(look);
    };
    look();
  }, sign);
}

/**
 * Waits for the words; milliseconds since the navigation began.
 *
 * @param {Page} page
 * @returns {Promise<number>}
 */
export async function textTime(page) {
  const read = () => performance.getEntriesByName('bench-text')[0]?.startTime;
  await page.waitForFunction(read, undefined, { polling: 100, timeout: 60_000 });
  return (await page.evaluate(read)) ?? NaN;
}

/**
 * Logs the demo's student in by the real form.
 *
 * @param {Page} page
 */
export async function login(page) {
  await page.goto('/login');
  await page.getByLabel('ユーザー名').fill('student');
  await page.getByLabel(/^パスワード\s*\*?$/).fill('demo-password');
  await page.getByRole('button', { name: 'ログイン' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}

/**
 * Signs in, and reads a course and a lesson until the device has copies of them.
 *
 * @param {Page} page
 */
export async function keepFirstCopies(page) {
  await login(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const path of ['/courses/security', LESSON_PATH]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
}

/**
 * The student's session and nothing else of what a login leaves on the device.
 *
 * @param {Browser} browser
 * @param {string} baseURL
 */
export async function readSession(browser, baseURL) {
  const context = await browser.newContext({ ...phone, baseURL });
  await login(await context.newPage());
  const state = await context.storageState({ indexedDB: true });
  await context.close();
  // Playwright's types leave the databases out, but it restores them.
  const origins = /** @type {(typeof state.origins[number] & { indexedDB?: { name: string }[] })[]} */ (state.origins);
  for (const origin of origins) origin.indexedDB = origin.indexedDB?.filter(({ name }) => name === 'session');
  return state;
}
