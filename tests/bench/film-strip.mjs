/** A film strip of an offline start: a screenshot every 50 ms, without and with prerendered lessons. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { launchBrowser, launchProfile, textTime, watchText } from './browser.mjs';
import { LAST_WORDS, LESSON_PATH } from './lesson.mjs';
import { prepareProfile } from './offline.mjs';

/** @import {Stage} from './stage.mjs' */

const EVERY_MS = 50;
const UNTIL_MS = 1200;

const films = [
  // For an address with parameters the service worker serves the plain shell, without a prerendered lesson.
  { name: 'before painting', path: `${LESSON_PATH}?unpainted=` },
  { name: 'painted', path: LESSON_PATH },
];

/**
 * @param {Stage} stage
 * @param {string} [target] the picture's path
 */
export async function makeFilmStrip({ folder, server }, target = 'film-strip.png') {
  const profile = join(folder, 'film');
  await prepareProfile(profile, server.origin);
  await server.stop();
  const rows = [];
  for (const { name, path } of films) rows.push({ name, frames: await film(profile, server.origin, path) });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.setContent(rows.map(drawRow).join(''));
  writeFileSync(target, await page.screenshot({ fullPage: true }));
  await browser.close();
  console.log(`\nThe film strip is ${target}.`);
}

/**
 * Records one start in a newly started browser.
 *
 * @param {string} profile
 * @param {string} origin
 * @param {string} path
 * @returns {Promise<string[]>} the screenshot after each 50 ms
 */
async function film(profile, origin, path) {
  const context = await launchProfile(profile, origin);
  const page = await context.newPage();
  await watchText(page, { selector: 'article p', words: LAST_WORDS });
  const session = await context.newCDPSession(page);
  /** @type {{ at: number, data: string }[]} */
  const shots = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    shots.push({ at: (metadata.timestamp ?? 0) * 1000, data });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 180, maxHeight: 370 });
  await page.goto(path, { waitUntil: 'commit' });
  await textTime(page);
  const begin = await page.evaluate(() => performance.timeOrigin);
  // The film strip's fixed length, ms.
  await page.waitForTimeout(UNTIL_MS);
  await context.close();
  const times = Array.from({ length: UNTIL_MS / EVERY_MS }, (_, index) => begin + (index + 1) * EVERY_MS);
  return times.map((time) => shots.findLast(({ at }) => at <= time)?.data ?? '');
}

/** @param {{ name: string, frames: string[] }} row */
function drawRow({ name, frames }) {
  const cells = frames.map((data, index) => {
    const picture = data && `<img src="data:image/jpeg;base64,${data}" width="90" height="185">`;
    return `<td style="border:1px solid #999;width:90px;height:185px">${picture}</td><!-- ${index} -->`;
  });
  const times = frames.map((_, index) => `<th>${(index + 1) * EVERY_MS}</th>`);
  return `<h3 style="font:14px sans-serif">${name}, ms</h3><table style="font:11px sans-serif"><tr>${times.join('')}</tr><tr>${cells.join('')}</tr></table>`;
}
