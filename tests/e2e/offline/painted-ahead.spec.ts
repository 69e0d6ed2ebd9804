/** Lessons that nobody has read yet are painted ahead, and open as if they had been; other screens by their outline (docs/decisions/0043). */
import type { Page } from '@playwright/test';

import { expect, screenReady, signIn } from '../support/app';
import { deleteCached, ownerAt, workerReady } from '../support/device';
import { holdApp, PAINTED_WITHIN, readPrerendered, readScreen, taken } from '../support/painted';
import { networkTest as test, visit } from '../support/study';

test.describe.configure({ timeout: 120_000 });
test.use({ ownData: true });

/** Three that follow another: with tables, formulas, pictures. */
const FIRST = 'statistics-data-kinds';
const NEXT = ['statistics-mean-median', 'statistics-spread', 'statistics-charts'];

/** Signs in, and sees these screens until they are painted. @returns the owner. */
async function seePrerendered(page: Page, ...paths: string[]): Promise<string> {
  await signIn(page, 'sasaki');
  await workerReady(page);
  const owner = ownerAt(new URL(page.url()).origin, 'user-sasaki');
  for (const path of paths) {
    await visit(page, path);
    await expect
      .poll(() => readPrerendered(page, owner, path.replace('/lessons/', '')), PAINTED_WITHIN)
      .toContain('<h1');
  }
  return owner;
}

/** The browser deletes files, and has them nowhere else. */
async function loseFiles(page: Page, cache: string, path: RegExp): Promise<void> {
  expect(await deleteCached(page, cache, path)).toBeGreaterThan(0);
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
}

test(
  'the next lessons on the device are painted while one is read, and open as if they had been',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    const owner = await seePrerendered(page, '/courses/statistics');
    await page.getByRole('button', { name: 'この端末に保存' }).click();
    await expect(page.getByText('保存済み', { exact: true })).toBeVisible({ timeout: 60_000 });
    await visit(page, `/lessons/${FIRST}`);
    for (const id of NEXT)
      await expect.poll(() => readPrerendered(page, owner, id), PAINTED_WITHIN).toContain('<article');

    expectNoNetwork();
    network.cut();
    await holdApp(page);
    for (const id of NEXT) {
      await page.goto(`/lessons/${id}`);
      const painted = await readScreen(page);
      expect(painted.tops.length).toBeGreaterThan(5);
      await page.evaluate(() => (window as unknown as { release: () => void }).release());
      await taken(page);
      expect(await readScreen(page)).toEqual(painted);
    }
  },
);

test(
  'fault: the copies of its pictures are gone → a painted lesson stands with their words, and the app takes its place without a jump',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    const lessonId = 'statistics-charts';
    const owner = await seePrerendered(page, `/lessons/${lessonId}`);
    await expect.poll(() => readPrerendered(page, owner, lessonId), PAINTED_WITHIN).toContain('<img');
    await loseFiles(page, 'study-', /\.(?:webp|png|jpe?g|svg)$/);

    expectNoNetwork();
    network.cut();
    await holdApp(page);
    await page.goto(`/lessons/${lessonId}`);
    const painted = lastTop(await readScreen(page));
    await page.evaluate(() => (window as unknown as { release: () => void }).release());
    await taken(page);
    await expect(page.getByRole('img', { name: /^同じデータの棒グラフ/ })).toHaveText(/^画像を表示できません：同じ/);
    // A pixel is the frame's.
    expect(Math.abs(lastTop(await readScreen(page)) - painted)).toBeLessThanOrEqual(1);
  },
);

/** Where the last part of the text stands: whatever moves above it moves it. */
function lastTop({ tops }: Awaited<ReturnType<typeof readScreen>>): number {
  return Number(tops.at(-1)?.split(' ')[1]);
}

test(
  'title and outline of a course stand before the app’s code and without scripts, without what the queue changes; a link leads on, and the app takes their place',
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
    await expect(silent.getByRole('main')).not.toContainText(/読了|未読|送信待ち|%|端末|はじめる|続きから/);
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
    // Nothing moves before the eyes, though the app says more above.
    await expect.poll(async () => farthest(painted, await readRows(page))).toBeLessThan(2);
  },
);

const APP_CODE = /^\/assets\/app-[^/]*\.js$/;

/** Where the titles of lessons stand in the window that are seen. */
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

/** How far what is seen in both stands from where it stood, in px; endless where it is not the same. */
function farthest(before: Awaited<ReturnType<typeof readRows>>, now: typeof before): number {
  if (before.map(({ title }) => title).join() !== now.map(({ title }) => title).join()) return Infinity;
  return Math.max(
    ...before.map(({ left, top }, index) => Math.hypot(left - Number(now[index]?.left), top - Number(now[index]?.top))),
  );
}

test(
  'fault: the app’s code fails behind an outline → that is told above it, and it can still be read',
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
  'fault: somebody signs out in another tab while the app’s code is not there → nothing that was painted stays',
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

    await other.getByRole('button', { name: /^アカウント/ }).click();
    await other.getByRole('menuitem', { name: 'ログアウト' }).click();
    await expect(other).toHaveURL(/\/login/);

    await expect(page.locator('article')).toHaveCount(0);
  },
);
