/** Tests my page, display settings and dialogs: scrolling, font sizes, the first paint, axe. */
import type { Page } from '@playwright/test';

import { axe, expect, signIn, screenReady, test } from './support/app';

const calendar = (page: Page) => page.getByRole('region', { name: /^1年の学習日/ });
const overflow = (page: Page) =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - document.documentElement.clientWidth);

async function openMyPage(page: Page): Promise<void> {
  await signIn(page, 'student', '/mypage');
  await expect(calendar(page)).toBeVisible();
}

test('the study calendar shows the newest days, and can be scrolled by keyboard', async ({ page }) => {
  await openMyPage(page);
  const [room, hidden] = await calendar(page).evaluate((element) => {
    return [element.scrollWidth - element.clientWidth, Math.abs(element.scrollLeft)];
  });
  /**
   * Returns the distance from the newest day to the right edge of the visible part, in px; negative if the day is
   * beyond the edge.
   */
  const rest = () =>
    calendar(page).evaluate((element) => {
      const days = [...element.querySelectorAll('rect')];
      return element.getBoundingClientRect().right - (days.at(-1)?.getBoundingClientRect().right ?? Infinity);
    });

  expect(await rest()).toBeGreaterThanOrEqual(0);
  expect(await rest()).toBeLessThan(15);
  expect([await overflow(page), hidden]).toEqual([0, 0]);
  if (room < 1) return;
  await calendar(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(rest).toBeLessThan(0);
});

test('an address with a fragment scrolls to its target, also after Back', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'student', '/mypage#install');
  const place = page.getByRole('heading', { name: 'ホーム画面に追加' });
  await expect(place).toBeInViewport();
  await page.getByRole('link', { name: 'ホーム', exact: true }).first().click();
  await expect(page).toHaveURL('/');
  await screenReady(page);

  await page.goBack();
  await expect(place).toBeInViewport();
  // Waits two frames: a later frame must not scroll to the top either.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(place).toBeInViewport();
});

test.describe('display settings', { tag: '@once' }, () => {
  test('the largest font size fits a phone of 360 px on every kind of screen', async ({ page }) => {
    await openMyPage(page);
    await page.getByText('特大', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-text-size', 'largest');
    await page.setViewportSize({ width: 360, height: 740 });
    const paths = ['/mypage', '/', '/courses', '/courses/security', '/lessons/security-passkeys', '/community'];
    for (const path of paths) {
      await page.goto(path);
      await screenReady(page);
      await expect(page.getByText('読み込んでいます')).toHaveCount(0);
      expect.soft(await overflow(page), path).toBe(0);
    }
  });

  test('font size and colour scheme apply before the app’s own scripts run', async ({ page }) => {
    await openMyPage(page);
    await page.getByText('ダーク', { exact: true }).click();
    await page.getByText('大', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);

    // Records the state when the body begins: theme.js has run, the app has not.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        const { textSize, mantineColorScheme } = document.documentElement.dataset;
        Object.assign(window, { atFirst: `${textSize} ${mantineColorScheme}` });
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await screenReady(page);

    expect(await page.evaluate(() => (window as unknown as { atFirst: string }).atFirst)).toBe('large dark');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(before);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('17.5px');
  });
});

test.describe('axe finds nothing', { tag: '@once' }, () => {
  test('axe finds no violation in tables and forms of the my page screen', async ({ page }) => {
    // The window is tall enough that the save bar covers no field.
    await page.setViewportSize({ width: 360, height: 2000 });
    await openMyPage(page);
    for (const words of ['月ごとの表で見る', '表で見る', '問題の結果（2 / 4）']) {
      await page.getByText(words, { exact: true }).click();
    }
    await page.getByRole('button', { name: 'パスワードを変更' }).click();
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await axe(page);
    await page.getByRole('button', { name: 'キャンセル' }).click();
    await page.getByRole('button', { name: '氏名・メールアドレスを変更' }).click();
    await expect(page.getByLabel(/^氏名\s*\*?$/)).toBeFocused();
    await axe(page);
  });

  test('axe finds no violation in the dialogs of display settings, keyboard shortcuts and sync', async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await signIn(page, 'student');
    const opener = page.getByRole('button', { name: '表示設定' });
    await opener.click();
    await expect(page.getByRole('dialog', { name: '表示設定' })).toBeVisible();
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'キー操作' })).toBeVisible();
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.getByRole('button', { name: /^同期の状態/ }).click();
    await expect(page.getByRole('dialog', { name: '学習の送信' })).toBeVisible();
    await axe(page);
  });

  test('on a phone the settings dialog replaces the menu drawer, and the menu’s button gets the focus back', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, 'student');
    await page.getByRole('button', { name: 'メニューを開く' }).click();
    await page.getByRole('button', { name: '表示設定' }).click();
    await expect(page.getByRole('dialog', { name: '表示設定' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeHidden();
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'メニューを開く' })).toBeFocused();
  });
});
