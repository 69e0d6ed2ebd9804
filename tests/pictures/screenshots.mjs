/** Takes screenshots of the running app for the README and the manifest, on a temporary server with the demo data. */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startServerProcess } from '../../server/tooling/start/server-process.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const README_FOLDER = 'docs/screenshots';
/** Screenshots shown by a browser before the app is installed; the manifest names them with their sizes. */
const MANIFEST_FOLDER = 'public/screenshots';
/** Maximum size of a screenshot, bytes: a README with five pictures still opens quickly. */
const MAX_BYTES = 120_000;
/** WebP qualities, tried in order until the file is small enough. */
const QUALITIES = [86, 76, 64, 50];

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };
const laptop = { viewport: { width: 1366, height: 768 } };
const dark = /** @type {const} */ ({ colorScheme: 'dark' });

/**
 * Opens a lesson, and waits until its text, pictures and code highlighting are loaded.
 *
 * @param {Page} page
 * @param {string} lessonId
 */
async function openLesson(page, lessonId) {
  await page.goto(`/lessons/${lessonId}`);
  await page.getByRole('article').locator('p').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/**
 * Scrolls a heading of the lesson to right below the top bar.
 *
 * @param {Page} page
 * @param {string} name
 */
async function scrollToHeading(page, name) {
  const heading = page.getByRole('article').getByRole('heading', { name });
  await heading.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 84));
}

/**
 * Marks one lesson as read online and one offline, then opens the sync panel, which lists both.
 *
 * @param {Page} page
 * @param {() => Promise<void>} stopServer
 */
async function openOfflinePanel(page, stopServer) {
  const read = page.getByRole('button', { name: '読了にする' });
  const indicator = page.getByRole('button', { name: /^同期の状態/ });
  await openLesson(page, 'security-remote');
  await read.click();
  await page.getByRole('group', { name: 'レッスンの操作' }).getByText('読了', { exact: true }).waitFor();
  await page.getByRole('button', { name: '同期の状態：同期済み' }).waitFor();
  await openLesson(page, 'security-devices');
  await stopServer();
  await read.click();
  await page.getByRole('button', { name: '同期の状態：オフライン ・ 送信待ち 1件' }).waitFor();
  await indicator.click();
  await page.getByRole('dialog').getByRole('heading', { name: '送信済み' }).waitFor();
}

/** @param {string} courseId */
const openCourse = (courseId) => async (/** @type {Page} */ page) => {
  await page.goto(`/courses/${courseId}`);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
};

/** @param {Page} page */
async function openHome(page) {
  await page.goto('/');
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().waitFor();
  // Waits for the course covers: the app requests their URLs first, then loads the pictures.
  await page.waitForLoadState('networkidle');
}

/**
 * The screenshots in the order in which they are taken: the last one stops the server, so none can follow it.
 *
 * @type {{ file: string, folder?: string, device: import('@playwright/test').BrowserContextOptions,
 * prepare: (page: Page, stopServer: () => Promise<void>) => Promise<void> }[]}
 */
const screenshots = [
  {
    file: 'phone-home.webp',
    device: phone,
    prepare: openHome,
  },
  {
    file: 'phone-lesson.webp',
    device: phone,
    prepare: (page) => openLesson(page, 'security-passkeys'),
  },
  {
    file: 'tablet-course.webp',
    device: tablet,
    prepare: openCourse('git'),
  },
  {
    file: 'laptop-lesson-dark.webp',
    device: { ...laptop, ...dark },
    async prepare(page) {
      await openLesson(page, 'git-pipes');
      await scrollToHeading(page, 'パイプでつなぐ');
    },
  },
  { folder: MANIFEST_FOLDER, file: 'narrow-home.webp', device: phone, prepare: openHome },
  {
    folder: MANIFEST_FOLDER,
    file: 'narrow-lesson.webp',
    device: phone,
    prepare: (page) => openLesson(page, 'security-passkeys'),
  },
  { folder: MANIFEST_FOLDER, file: 'wide-course.webp', device: laptop, prepare: openCourse('git') },
  {
    folder: MANIFEST_FOLDER,
    file: 'wide-lesson.webp',
    device: laptop,
    async prepare(page) {
      await openLesson(page, 'git-pipes');
      await scrollToHeading(page, 'パイプでつなぐ');
    },
  },
  { file: 'phone-offline.webp', device: phone, prepare: openOfflinePanel },
];

/** @param {Page} page */
async function signIn(page) {
  await page.goto('/login');
  await page.getByLabel('ユーザー名').fill('student');
  await page.getByLabel(/^パスワード\s*\*?$/).fill('demo-password');
  await page.getByRole('button', { name: 'ログイン' }).click();
  await page.waitForURL('/');
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}

/**
 * Waits until fonts, pictures and animations are finished and no toast is shown.
 *
 * @param {Page} page
 */
async function settle(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const images = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.allSettled(images.map((image) => image.decode()));
    const finite = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    await Promise.allSettled(finite.map((each) => each.finished));
  });
  await page.waitForFunction(() => !document.querySelector('.mantine-Notification-root'));
}

/**
 * Takes a WebP screenshot through DevTools: Playwright cannot write WebP.
 *
 * @param {Page} page
 * @returns {Promise<Buffer>}
 */
async function photograph(page) {
  const session = await page.context().newCDPSession(page);
  const { cssVisualViewport: view } = await session.send('Page.getLayoutMetrics');
  // A new DevTools session ignores the page's device scale factor unless the scale is given here.
  const scale = await page.evaluate(() => window.devicePixelRatio);
  const clip = { x: view.pageX, y: view.pageY, width: view.clientWidth, height: view.clientHeight, scale };
  let bytes = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip });
    bytes = Buffer.from(data, 'base64');
    if (bytes.length < MAX_BYTES) return bytes;
  }
  throw new Error(`${page.url()}: ${bytes.length} bytes are too many for the README.`);
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {import('@playwright/test').BrowserContextOptions} options
 * @param {(page: Page) => Promise<void>} work
 */
async function withPage(browser, options, work) {
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', ...options });
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/**
 * Takes all screenshots.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} root the project's folder, with the app built
 * @param {(line: string) => void} say
 */
export async function takeScreenshots(browser, root, say) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'manabiba-pictures-'));
  const fixed = { PORT: '0', HOST: 'localhost', DATA_DIR: dataFolder, DATABASE_URL: '', DEMO: 'on' };
  const server = await startServerProcess(root, { ...process.env, ...fixed });
  const stopServer = async () => {
    server.child.kill();
    await server.exited;
  };
  try {
    for (const { file, folder = README_FOLDER, device, prepare } of screenshots) {
      const path = join(folder, file);
      await mkdir(join(root, folder), { recursive: true });
      await withPage(browser, { ...device, baseURL: server.origin }, async (page) => {
        await signIn(page);
        await prepare(page, stopServer);
        await settle(page);
        await writeFile(join(root, path), await photograph(page));
      });
      say(`${path}: ${Math.round((await stat(join(root, path))).size / 1000)} kB`);
    }
  } finally {
    await stopServer();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
