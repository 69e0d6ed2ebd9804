/** How Chromium is started, by Playwright's runner and by all who start one of their own. */

export const CHROMIUM_LAUNCH = {
  /** Works as root and without a graphics card, and never calls home. */
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  /** Playwright turns the back/forward cache off; learners have it on. */
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};
