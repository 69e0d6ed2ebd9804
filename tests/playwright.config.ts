/** Playwright: Chromium in three sizes of screen, against the built app and a real server (e2e/support/app.ts). */
import { defineConfig } from '@playwright/test';

import { CHROMIUM_LAUNCH } from './run/chromium-launch.mjs';
import { findChromium } from './run/chromium.mjs';
import { browserGrep } from './selection.ts';

/** `@once` tests run at one size only (phone): the result does not depend on the size. */
const ONCE = /@once/;
/**
 * `@tablet` tests run at the tablet's size only: they are long journeys of staff, and other tests check the same
 * screens at other sizes.
 */
const TABLET = /@tablet/;
/** `@handheld` tests run on phone and tablet only, because they test touch. */
const HANDHELD = /@handheld/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  grep: browserGrep(),
  // One worker more than the two cores, because some tests wait for a server or a timer.
  workers: 3,
  // No retries: a test that needs a second try is a broken test.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Long, because shared cores can be slow; a passing test never waits this long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Service workers are blocked by default, because their first start downloads the whole app: only journeys and
    // offline tests allow them.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    // Traces are off by default, because they cost a third of the run's time: pass `--trace on` when message and
    // screenshot do not explain a failure.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(process.env), ...CHROMIUM_LAUNCH },
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      grepInvert: TABLET,
    },
    { name: 'tablet', use: { viewport: { width: 820, height: 1180 }, hasTouch: true }, grepInvert: ONCE },
    { name: 'laptop', use: { viewport: { width: 1366, height: 768 } }, grepInvert: [ONCE, HANDHELD, TABLET] },
  ],
});
