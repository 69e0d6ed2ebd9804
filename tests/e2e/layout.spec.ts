/** Tests the layout around every screen: sizes, scrolling, focus, toasts and breadcrumbs (specification §2, §9). */
import type { Page } from '@playwright/test';

import { expect, signIn, screenReady, test } from './support/app';

const menuBox = (page: Page) => page.locator('#side-menu');
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

async function expectMenuWidth(page: Page, width: number): Promise<void> {
  await expect.poll(async () => (await menuBox(page).boundingBox())?.width).toBe(width);
}

test('the side menu is 240 px wide when open, and 57 or 65 px when collapsed', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, 'student');
  await expectMenuWidth(page, 240);

  await page.getByRole('button', { name: 'メニューをたたむ' }).click();
  await expectMenuWidth(page, 65);
  for (const [width, expected] of [
    [600, 65],
    [599, 57],
    [480, 57],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await expectMenuWidth(page, expected);
  }
  await page.getByRole('button', { name: 'メニューを開く' }).click();
  await expectMenuWidth(page, 240);
  await page.setViewportSize({ width: 479, height: 768 });
  await page.getByRole('button', { name: 'メニューを閉じる' }).click({ position: { x: 400, y: 400 } });
  await expect(menuBox(page)).toBeHidden();
});

test('the app bar stays on top of the page, with a border below', async ({ page }) => {
  await signIn(page, 'student');
  const bar = page.getByRole('banner');

  await expect(bar).toHaveCSS('z-index', '30');
  await expect(bar).toHaveCSS('border-bottom-width', '1px');
  await expect(bar).toHaveCSS('border-bottom-style', 'solid');
  await page.goto('/lessons/security-passkeys');
  await screenReady(page);
  await page.evaluate(() => window.scrollTo(0, 800));
  const box = await bar.boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: page.viewportSize()?.width });
});

test('navigation scrolls to the top and focuses the title', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'student', '/lessons/security-passkeys');
  const scrollDown = async () => {
    await page.evaluate(() => window.scrollTo(0, 900));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  };
  const expectTop = () => expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  await scrollDown();
  await page.getByRole('button', { name: '次のレッスン' }).click();
  await expect(title(page)).toHaveText('多要素認証');
  await expect(title(page)).toBeFocused();
  await expectTop();

  await scrollDown();
  await page.goBack();
  await expect(title(page)).toHaveText('パスワードとパスキー');
  await expect(title(page)).toBeFocused();
  await expectTop();
});

test('a toast is shown at the bottom right for 2 seconds', async ({ page, context, expectNoNetwork }) => {
  expectNoNetwork();
  await page.clock.install();
  await signIn(page, 'student');
  await context.route('**/api/v1/progress/lesson/*', (route) => route.abort());
  await page.goto('/lessons/git-bash-script');
  await screenReady(page);
  const bar = page.getByRole('group', { name: 'レッスンの操作' });
  const edges = (box: { x: number; width: number } | null) => box && [Math.round(box.x), Math.round(box.x + box.width)];
  const text = edges(await page.getByRole('article').getByRole('heading', { level: 2 }).first().boundingBox());
  const [start] = edges(await bar.getByRole('button').first().boundingBox()) ?? [];
  const [, end] = edges(await bar.getByRole('button').last().boundingBox()) ?? [];
  expect([start, end], 'the action bar is aligned with the text').toEqual(text);
  // No toast is shown if the first attempt succeeds, so the test waits until it has failed; the sending code loads
  // late.
  const firstTry = page.waitForEvent('requestfailed', (request) => request.url().includes('/progress/lesson/'));
  await page.getByRole('button', { name: '読了にする' }).click();
  await expect(bar.getByText('送信待ち')).toBeVisible();
  await firstTry;
  const toast = page.getByRole('status').filter({ hasText: /^1件を送信しました$/ });

  await page.clock.pauseAt(Date.now() + 60_000);
  await context.unroute('**/api/v1/progress/lesson/*');
  while (!(await toast.isVisible())) await page.clock.runFor(20);

  await page.clock.runFor(1900);
  await expect(toast).toBeVisible();
  const [box, viewport] = [await toast.boundingBox(), page.viewportSize()];
  if (!box || !viewport) throw new Error('The toast has no box.');
  expect(viewport.width - (box.x + box.width)).toBeLessThanOrEqual(24);
  expect(box.y).toBeGreaterThan(viewport.height / 2);
  expect(box.y + box.height, 'the toast covers no button').toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  const setNotice = (height: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('--bottom-notice', value), height);
  await setNotice('150px');
  expect((await toast.boundingBox())?.y, 'the toast is placed above a notice at the bottom').toBeCloseTo(
    box.y - 150,
    0,
  );
  await setNotice('');
  // Waits for the rest of the 2 s, and the fade-out.
  await page.clock.runFor(600);
  await expect(toast).toHaveCount(0);
});

test('breadcrumbs lead back, and document.title names the screen', async ({ page }) => {
  await signIn(page, 'student', '/lessons/security-passkeys');
  const crumbs = page.getByRole('navigation', { name: 'パンくずリスト' });
  await expect(page).toHaveTitle('パスワードとパスキー | まなびば');

  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const links = await crumbs.getByRole('link').allTextContents();
  expect(links).toEqual(isPhone ? ['情報セキュリティの基本'] : ['ホーム', 'コース', '情報セキュリティの基本']);
  await crumbs.getByRole('link', { name: '情報セキュリティの基本' }).click();

  await expect(page).toHaveURL('/courses/security');
  await expect(page).toHaveTitle('情報セキュリティの基本 | まなびば');
  await expect(title(page)).toBeFocused();
});
