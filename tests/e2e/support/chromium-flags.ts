/** How Chromium is started in tests, by Playwright's runner and by kept-browser.ts alike. */

/** Works as root and without a graphics card, and never calls home. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
