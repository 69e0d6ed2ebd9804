/**
 * Tests the two-pane layout of editors: the outline of the course beside the editor, from a window width of 1,100 px.
 */
import type { Page } from '@playwright/test';

import { axe, expect, screenReady, signIn, test } from './support/app';
import { forceColours, lookOf, SCHEMES } from './support/forced-colours';
import { pressBelowText } from './support/steps';

const WIDE = { width: 1366, height: 768 };
const outline = (page: Page) => page.getByRole('complementary', { name: 'コースの構成' });
const row = (page: Page, name: RegExp) => outline(page).getByRole('link', { name });
const titleField = (page: Page) => page.getByRole('textbox', { name: 'タイトル' });

// The spec has its own data, because other specs move the demo's lessons.
test.use({ ownData: true });

/** Opens the course, and from its outline the first lesson's editor. */
async function openFirst(page: Page): Promise<void> {
  await signIn(page, 'teacher', '/courses/git');
  await page.getByRole('link', { name: /^ターミナルとコマンドの形/ }).click();
  await expect(titleField(page)).toHaveValue('ターミナルとコマンドの形');
  await expect(row(page, /^ターミナルとコマンドの形/)).toHaveAttribute('aria-current', 'page');
}

test.describe('two panes', { tag: '@once' }, () => {
  test.use({ viewport: WIDE, isMobile: false });

  test('the keyboard alone moves from a row of the outline to its editor, and back to the row', async ({ page }) => {
    await openFirst(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: '構成へ移動' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row(page, /^ターミナルとコマンドの形/)).toBeFocused();
    await row(page, /^パイプとリダイレクト/).focus();
    await page.keyboard.press('Enter');
    await expect(titleField(page)).toHaveValue('パイプとリダイレクト');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();

    await expect(titleField(page)).toHaveValue('ターミナルとコマンドの形');
    await expect(row(page, /^ターミナルとコマンドの形/)).toHaveAttribute('aria-current', 'page');
  });

  test('the row of the open lesson stays in view of the outline, which scrolls separately', async ({ page }) => {
    await openFirst(page);
    await page.setViewportSize({ width: 1366, height: 500 });
    const last = outline(page).getByRole('link').last();
    await expect(last).not.toBeInViewport();
    const path = await last.getAttribute('href');
    await page.evaluate((target) => window.history.pushState(null, '', target), path);
    await screenReady(page);

    await expect(last).toHaveAttribute('aria-current', 'page');
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('the outline beside the editor is kept when the next lesson is opened, and is absent below 1,100 px', async ({
    page,
  }) => {
    await openFirst(page);
    await outline(page).evaluate((element) => element.setAttribute('data-same', ''));
    await page.getByRole('button', { name: '次のレッスン' }).click();
    await expect(titleField(page)).toHaveValue('ファイルとディレクトリを操作する');
    await expect(page.locator('[data-same]')).toBeVisible();
    await page.setViewportSize({ width: 1100, height: 768 });
    await expect(outline(page)).toBeVisible();
    await page.setViewportSize({ width: 1099, height: 768 });

    await expect(outline(page)).toHaveCount(0);
    await expect(titleField(page)).toHaveValue('ファイルとディレクトリを操作する');
  });

  test('text typed in a question set is not lost when the window becomes narrow', async ({ page }) => {
    await openFirst(page);
    await pressBelowText(page, '問題集を追加');
    const name = page.getByRole('textbox', { name: 'タイトル' });
    await expect(name).toBeFocused();
    await name.fill('書きかけのタイトル');
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect(outline(page)).toHaveCount(0);

    await expect(name).toHaveValue('書きかけのタイトル');
    await page.getByRole('button', { name: 'レッスンに戻る' }).click();
    await page.getByRole('button', { name: '保存せずに閉じる' }).click();
    await expect(page.getByRole('button', { name: /問題集を/ })).toBeFocused();
  });

  test('axe finds no violation in outline and editor side by side, with a question set or a title open', async ({
    page,
  }) => {
    await openFirst(page);
    await axe(page);
    await row(page, /^ターミナルとコマンドの形/).focus();
    await page.keyboard.press('F2');
    await expect(outline(page).getByRole('textbox')).toBeFocused();
    await axe(page);
    await page.keyboard.press('Escape');
    await pressBelowText(page, '問題集を追加');
    await expect(page.getByRole('textbox', { name: 'タイトル' })).toBeFocused();
    await axe(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await axe(page);
  });

  test('in a contrast theme the row of the open lesson looks different from the other rows', async ({ page }) => {
    await openFirst(page);
    for (const scheme of SCHEMES) {
      await forceColours(page, scheme);
      const others = await lookOf(row(page, /^パイプとリダイレクト/));
      expect(await lookOf(row(page, /^ターミナルとコマンドの形/)), scheme).not.toBe(others);
    }
  });
});
