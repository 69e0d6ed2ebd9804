/**
 * Tests that unread lessons are prerendered while another lesson is read, and that other screens are prerendered only
 * as title and outline: lasting texts, and empty boxes for other elements (docs/decisions/0043).
 */
import type { Page } from '@playwright/test';

import { expect, screenReady, signIn } from '../support/app';
import { deleteCached, ownerAt, workerReady } from '../support/device';
import { PRERENDER_TIMEOUT, holdApp, readPrerendered, readScreen, releaseApp } from '../support/prerendered';
import { askToLogOut } from '../support/steps';
import { visit, networkTest as test } from '../support/study';

test.use({ ownData: true });

/** A lesson and the three lessons after it, which contain tables, formulas and pictures. */
const FIRST = 'statistics-data-kinds';
const NEXT = ['statistics-mean-median', 'statistics-spread', 'statistics-charts'];

/** Signs in, and visits each screen until its prerendered copy is stored. @returns the owner's key */
async function seePrerendered(page: Page, ...paths: string[]): Promise<string> {
  await signIn(page, 'sasaki');
  await workerReady(page);
  const owner = ownerAt(new URL(page.url()).origin, 'user-sasaki');
  for (const path of paths) {
    await visit(page, path);
    await expect
      .poll(() => readPrerendered(page, owner, path.replace('/lessons/', '')), PRERENDER_TIMEOUT)
      .toContain('<h1');
  }
  return owner;
}

/** Deletes files from Cache Storage, and empties the HTTP cache. */
async function loseFiles(page: Page, cache: string, path: RegExp): Promise<void> {
  expect(await deleteCached(page, cache, path)).toBeGreaterThan(0);
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
}

test(
  'while one lesson is read, the saved lessons after it are prerendered, and the app later replaces each of them without a layout shift',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    const owner = await seePrerendered(page, '/courses/statistics');
    await page.getByRole('button', { name: 'この端末に保存' }).click();
    await expect(page.getByText('保存済み', { exact: true })).toBeVisible({ timeout: 60_000 });
    await visit(page, `/lessons/${FIRST}`);
    for (const id of NEXT)
      await expect.poll(() => readPrerendered(page, owner, id), PRERENDER_TIMEOUT).toContain('<article');

    expectNoNetwork();
    network.cut();
    await holdApp(page);
    for (const id of NEXT) {
      await page.goto(`/lessons/${id}`);
      const painted = await readScreen(page);
      expect(painted.tops.length).toBeGreaterThan(5);
      await releaseApp(page);
      expect(await readScreen(page)).toEqual(painted);
    }
  },
);

test(
  'fault: the cached pictures of a lesson are gone → the prerendered lesson shows their alternative texts, and the app replaces it without a layout shift',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    const lessonId = 'statistics-charts';
    const owner = await seePrerendered(page, `/lessons/${lessonId}`);
    await expect.poll(() => readPrerendered(page, owner, lessonId), PRERENDER_TIMEOUT).toContain('<img');
    await loseFiles(page, 'study-', /\.(?:webp|png|jpe?g|svg)$/);

    expectNoNetwork();
    network.cut();
    await holdApp(page);
    await page.goto(`/lessons/${lessonId}`);
    const painted = lastTop(await readScreen(page));
    await releaseApp(page);
    await expect(page.getByRole('img', { name: /^同じデータの棒グラフ/ })).toHaveText(/^画像を表示できません：同じ/);
    // The limit allows for one pixel that the picture's frame adds.
    expect(Math.abs(lastTop(await readScreen(page)) - painted)).toBeLessThanOrEqual(1);
  },
);

/** Returns the position of the text's last block, px: it changes when anything above the block shifts. */
function lastTop({ tops }: Awaited<ReturnType<typeof readScreen>>): number {
  return Number(tops.at(-1)?.split(' ')[1]);
}

test(
  'before the app has loaded, and without scripts, a course’s title and outline are shown, but no marks that queued calls can change',
  { tag: ['@once', '@long'] },
  async ({ page, context, network, expectNoNetwork }) => {
    await seePrerendered(page, '/', '/courses', '/courses/statistics');
    expectNoNetwork();
    network.cut();

    const silent = await context.newPage();
    const session = await context.newCDPSession(silent);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await silent.goto('/');
    await expect(silent.getByRole('main')).toHaveText('佐々木 亮さんのホーム');
    await silent.goto('/courses/statistics');
    await expect(silent.getByRole('heading', { level: 1 })).toHaveText('はじめての統計');
    await expect(silent.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(silent.getByRole('main')).not.toContainText(/読了|未読|送信待ち|%|端末|始める|続きから/);
    await silent.locator('a[href^="/lessons/"]').first().click();
    await expect(silent).toHaveURL(/\/lessons\//);
    await silent.close();

    await holdApp(page);
    await page.goto('/courses/statistics');
    await expect(page.locator('.painted')).toHaveCount(1);
    expect(await page.locator('.painted').innerHTML()).not.toMatch(/_(?:un)?read_|_waiting_|<svg/);
    await page.evaluate(() => window.scrollTo(0, 700));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
    const painted = await readRows(page);
    expect(painted.length).toBeGreaterThan(3);
    await page.evaluate(() => (window as unknown as { release: () => void }).release());
    await screenReady(page);
    await expect(page.locator('.painted')).toHaveCount(0);
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    // Nothing shifts on the screen, though the app adds a notice above the text.
    await expect.poll(async () => farthest(painted, await readRows(page))).toBeLessThan(2);
  },
);

const APP_CODE = /^\/assets\/app-[^/]*\.js$/;

/** Lists the visible lesson titles with their positions, px. */
function readRows(page: Page): Promise<{ title: string; left: number; top: number }[]> {
  return page.locator('#main').evaluate((main) => {
    const titles = [...main.querySelectorAll('a[href^="/lessons/"] [data-lasting]')];
    const places = titles.map((each) => {
      const { left, top } = each.getBoundingClientRect();
      return { title: each.textContent ?? '', left, top };
    });
    return places.filter(({ top }) => top > 56 && top < window.innerHeight - 40);
  });
}

/** Returns the longest distance that a title has moved, px; Infinity if the titles differ. */
function farthest(before: Awaited<ReturnType<typeof readRows>>, now: typeof before): number {
  if (before.map(({ title }) => title).join() !== now.map(({ title }) => title).join()) return Infinity;
  return Math.max(
    ...before.map(({ left, top }, index) => Math.hypot(left - Number(now[index]?.left), top - Number(now[index]?.top))),
  );
}

test(
  'fault: the app fails to start behind a prerendered outline → an error is shown above it, and the outline stays readable',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    await seePrerendered(page, '/courses/statistics');
    expectNoNetwork();
    network.cut();
    await holdApp(page);
    await page.goto('/courses/statistics');
    await expect(page.locator('.painted')).toHaveCount(1);

    await page.evaluate(() => window.dispatchEvent(new Event('app-failed')));

    await expect(page.getByRole('alert')).toContainText('アプリを読み込めませんでした。');
    await expect(page.getByRole('button', { name: '再読み込み' })).toBeVisible();
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'はじめての統計' })).toBeVisible();
  },
);

test(
  'fault: the learner signs out in another tab while the app’s code cannot be loaded → the prerendered lesson disappears',
  { tag: ['@once', '@long'] },
  async ({ page, context, network, expectNoNetwork }) => {
    expectNoNetwork();
    await seePrerendered(page, `/lessons/${FIRST}`);
    const other = await context.newPage();
    await visit(other, '/');
    await loseFiles(page, 'precache', APP_CODE);
    network.follow(({ path }) => (APP_CODE.test(path) ? 'cut' : 'pass'));
    await page.goto(`/lessons/${FIRST}`);
    await expect(page.locator('.painted article')).toBeVisible();

    await askToLogOut(other);
    await expect(other).toHaveURL(/\/login/);

    await expect(page.locator('article')).toHaveCount(0);
  },
);
