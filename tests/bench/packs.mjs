/**
 * Measures a course of 200 lessons and 400 images: time to save and to check it, and its storage, against bare loops.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { launchProfile, login } from './browser.mjs';
import { median, printTable, timeRow } from './numbers.mjs';
import { DEVICE_PATH } from './stage.mjs';

/** @import {Page} from '@playwright/test' */
/** @import {Stage} from './stage.mjs' */

const LESSONS = 200;
const IMAGES_EACH = 2;
const IMAGE_BYTES = 20_000;
const TEXT = 'この段落は、レッスンの長さをそれらしくするためにあります。'.repeat(40);
const RUNS = 5;
/** A PNG of 3 × 2 pixels; appended random bytes make each file unique and as large as a picture. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAFUlEQVR4AWJiYGD4D8UMIA6QDUEAAAAA//+rWcrUAAAABklEQVQDAChAAgMIQVJHAAAAAElFTkSuQmCC',
  'base64',
);

/** @param {Stage} stage */
export async function measurePacks({ folder, server }) {
  const courseId = await makeCourse(server.origin);
  const context = await launchProfile(join(folder, 'packs'), server.origin);
  const page = await context.newPage();
  await login(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(DEVICE_PATH);
  await page.waitForFunction(() => 'device' in window);
  await measure(page, courseId);
  await context.close();
}

/**
 * @param {Page} page
 * @param {string} courseId
 */
async function measure(page, courseId) {
  /** @param {'timeSave' | 'timeBareSave' | 'timeCheck' | 'timeBareMatches'} what */
  const time = (what) =>
    page.evaluate(([name, id]) => window.device.packs[name](id), /** @type {const} */ ([what, courseId]));
  // The first save warms up the service worker and the server, and provides the addresses.
  await time('timeSave');
  /** @type {Record<'save' | 'bareSave' | 'check' | 'bareMatch', number[]>} */
  const times = { save: [], bareSave: [], check: [], bareMatch: [] };
  for (let run = 0; run < RUNS; run += 1) {
    times.bareSave.push(await time('timeBareSave'));
    times.save.push(await time('timeSave'));
    times.bareMatch.push(await time('timeBareMatches'));
    times.check.push(await time('timeCheck'));
  }
  const size = await page.evaluate((id) => window.device.packs.measureStorage(id), courseId);
  printTable(`A course of ${LESSONS} lessons and ${LESSONS * IMAGES_EACH} images: ${size.parts} parts`, [
    timeRow({ what: 'saved / bare loop of fetch and put', aim: '≤ 1.2' }, times.save, times.bareSave),
    timeRow({ what: '出発前チェック / bare loop of match', aim: '–' }, times.check, times.bareMatch),
    { what: 'storage / bytes of the files', unit: 'bytes', app: size.stored, floor: size.bodies, aim: '≤ 1.1' },
  ]);
  console.log(`\n出発前チェック: ${(median(times.check) / size.parts).toFixed(2)} ms per part`);
}

/**
 * Creates the course through the API as a teacher. Returns its id.
 *
 * @param {string} origin
 */
async function makeCourse(origin) {
  const body = new URLSearchParams({ username: 'teacher', password: 'demo-password' });
  const signedIn = await fetch(`${origin}/api/v1/authorize`, { method: 'POST', body });
  const { access_token: token } = await signedIn.json();
  /** @type {(method: string, path: string, sent: string | FormData) => Promise<{ id: string }>} */
  const call = async (method, path, sent) => {
    const headers = new Headers({ Authorization: `Bearer ${token}` });
    if (typeof sent === 'string') headers.set('Content-Type', 'application/json');
    const init = { method, body: sent, headers };
    const response = await fetch(`${origin}/api/v1${path}`, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  /** @type {(path: string, json: object) => Promise<{ id: string }>} */
  const create = (path, json) => call('POST', path, JSON.stringify(json));
  /** @type {(name: string, bytes: BlobPart) => Promise<{ id: string }>} */
  const upload = (name, bytes) => {
    const form = new FormData();
    form.set('file', new Blob([bytes]), name);
    return call('PUT', `/content/pub-container/${name}`, form);
  };
  const course = await create('/courses/', { title: '大きなコース', status: 'published' });
  const section = await create('/sections/', { courseId: course.id, title: 'セクション' });
  const chapter = await create('/chapters/', { sectionId: section.id, title: '章' });
  for (let lesson = 0; lesson < LESSONS; lesson += 1) {
    const images = [];
    for (let image = 0; image < IMAGES_EACH; image += 1) {
      const bytes = Buffer.concat([PNG, randomBytes(IMAGE_BYTES)]);
      images.push((await upload(`bench-${lesson}-${image}.png`, bytes)).id);
    }
    const text = `# ${lesson}\n\n${TEXT}\n\n${images.map((id) => `![図](content:${id})`).join('\n\n')}\n`;
    const { id: contentId } = await upload(`bench-${lesson}.md`, text);
    await create('/lessons/', { chapterId: chapter.id, title: `レッスン${lesson}`, contentId });
  }
  return course.id;
}
