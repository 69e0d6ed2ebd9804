/** Launch options of Chromium, for Playwright's runner and for scripts that start a browser themselves. */

export const CHROMIUM_LAUNCH = {
  /** Chromium's flags to run as root and without a graphics card, and to make no background requests. */
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  /** Keeps the back/forward cache on, as learners have it; Playwright turns it off by default. */
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};
