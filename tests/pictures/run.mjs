/** `npm run pictures`: draws logo and icons; run it by hand after changing their source. */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../run/chromium.mjs';
import { drawIcons } from './icons.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const browser = await chromium.launch({
  executablePath: await ensureChromium(root, process.env),
  args: ['--no-sandbox', '--disable-gpu'],
});
await drawIcons(await browser.newPage(), root);
await browser.close();
