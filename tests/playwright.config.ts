/**
 * End-to-end tests: real Chromium, three sizes of screen, against the built app and a real server (e2e/support/app.ts).
 * Those tagged `@long` are no part of `npm test`: a day, a load, a soak, whose rules shorter tests hold as well.
 */
import { defineConfig } from '@playwright/test';

import { CHROMIUM_LAUNCH } from './run/chromium-launch.mjs';
import { findChromium } from './run/chromium.mjs';

/** Tests tagged with this run at one size only: what they look at does not depend on the size. */
const ONCE = /@once/;
/** A whole journey of staff: at the size that they hold in their hands; screens as such are looked at at the others, too. */
const TABLET = /@tablet/;
/** What fingers are near to: phone and tablet. */
const HANDHELD = /@handheld/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  // One more than there are cores: some wait for a server or a timer.
  workers: 3,
  // A test that needs a second try is a broken test.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Its first start fetches the whole app: journeys and the offline tests allow it, looking at screens needs none.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    // Recording costs a third of the time: `--trace on` where a failure is not clear from its words and picture.
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
