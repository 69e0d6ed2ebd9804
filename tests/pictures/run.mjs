/**
 * `npm run pictures`: draws logo and icons, then takes screenshots of the app; run it by hand after changing what they
 * show.
 */
import { fileURLToPath } from 'node:url';

import { chromium } from '@playwright/test';

import { buildApp, ensureBuild } from '../../server/tooling/start/app-build.mjs';
import { exitWith } from '../../server/tooling/start/commands.mjs';
import { ensurePackages } from '../../server/tooling/start/packages.mjs';
import { CHROMIUM_LAUNCH } from '../run/chromium-launch.mjs';
import { ensureChromium } from '../run/chromium.mjs';
import { drawIcons } from './icons.mjs';
import { takeScreenshots } from './screenshots.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function run() {
  await ensurePackages(root, console.log, 'all');
  const browser = await chromium.launch({
    executablePath: await ensureChromium(root, process.env),
    ...CHROMIUM_LAUNCH,
  });
  try {
    const page = await browser.newPage();
    await drawIcons(page, root);
    await page.close();
    // Screenshots are taken after the icons are drawn, because the icons are part of the build.
    await ensureBuild(root, process.env, (compression) => buildApp(root, console.log, compression), 'quick');
    await takeScreenshots(browser, root, console.log);
  } finally {
    await browser.close();
  }
}

run().catch(exitWith);
