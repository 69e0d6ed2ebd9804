/** Starts Chromium for the benches: phone-sized pages that record when their text is rendered. */
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
 * Starts a browser on a persistent profile.
 *
 * @param {string} profile
 * @param {string} baseURL
 * @param {string[]} [args] additional arguments of the browser
 */
export function launchProfile(profile, baseURL, args = []) {
  const options = { ...launchOptions, args: [...launchOptions.args, ...args] };
  return chromium.launchPersistentContext(profile, { ...options, ...phone, baseURL });
}

/**
 * Makes the page record when an element with these words first exists, for {@link textTime}.
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
 * Waits until the recorded words exist. Returns milliseconds since the navigation began.
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
 * Logs a user of the demo in with the login form.
 *
 * @param {Page} page
 * @param {'student' | 'teacher'} [username]
 */
export async function login(page, username = 'student') {
  await page.goto('/login');
  await page.getByLabel('ユーザー名').fill(username);
  await page.getByLabel(/^パスワード\s*\*?$/).fill('demo-password');
  await page.getByRole('button', { name: 'ログイン' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}

/**
 * Signs in, and opens a course and a lesson until the device has copies of them.
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
 * Returns a storage state with the student's session only, without the other data of a login.
 *
 * @param {Browser} browser
 * @param {string} baseURL
 */
export async function readSession(browser, baseURL) {
  const context = await browser.newContext({ ...phone, baseURL });
  await login(await context.newPage());
  const state = await context.storageState({ indexedDB: true });
  await context.close();
  // Playwright restores IndexedDB, but its types omit it.
  const origins = /** @type {(typeof state.origins[number] & { indexedDB?: { name: string }[] })[]} */ (state.origins);
  for (const origin of origins) origin.indexedDB = origin.indexedDB?.filter(({ name }) => name === 'session');
  return state;
}
