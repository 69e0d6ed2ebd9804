/**
 * Tests the button あ (display settings) above a lesson's text, and wide tables and code in the full window, as only a
 * real browser shows them.
 */
import type { Page } from '@playwright/test';

import { axe, expect, screenReady, signIn, test } from './support/app';

const LESSON = '/lessons/git-pipes';
const panel = (page: Page) => page.getByRole('dialog', { name: '表示設定' });
const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: 'このレッスンの表示設定' }).press('Enter');
  await expect(panel(page)).toBeVisible();
};
const choose = (page: Page, name: string) => panel(page).getByText(name, { exact: true }).click();

/** Returns a computed style of the first element that matches. */
const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

/** Returns the distance of a heading from the window's upper edge, px. */
const topOf = (page: Page, name: string) =>
  page.getByRole('heading', { name }).evaluate((heading) => heading.getBoundingClientRect().top);

test('display settings change the text behind their panel in place, but not code and controls', async ({ page }) => {
  await signIn(page, 'student', LESSON);
  await screenReady(page);
  // Polled, because code is rendered again when its highlighting arrives.
  await expect.poll(() => styleOf(page, 'article pre code', 'font-family')).toContain('mono');
  const codeFont = await styleOf(page, 'article pre code', 'font-family');
  const buttonFont = await styleOf(page, 'article [data-code-tools] ~ button', 'font-family');
  const lineHeight = Number.parseFloat(await styleOf(page, 'article p:not(h1 ~ p)', 'line-height'));
  await openPanel(page);
  await axe(page);
  // Scrolls the text behind the panel, which the panel must allow.
  await page.getByRole('heading', { name: 'パイプでつなぐ' }).evaluate((heading) => {
    window.scrollTo(0, window.scrollY + heading.getBoundingClientRect().top - 100);
  });

  await choose(page, '特大');
  await choose(page, 'ひろい');
  await choose(page, '明朝');

  await expect.poll(() => styleOf(page, '[data-wide] td', 'font-family')).toContain('Mincho');
  await expect.poll(async () => Math.abs((await topOf(page, 'パイプでつなぐ')) - 100)).toBeLessThan(3);
  expect(await styleOf(page, 'article pre code', 'font-family')).toBe(codeFont);
  expect(await styleOf(page, 'article [data-code-tools] ~ button', 'font-family')).toBe(buttonFont);
  expect(Number.parseFloat(await styleOf(page, '[data-wide] td', 'line-height'))).toBeGreaterThan(lineHeight * 0.8);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'このレッスンの表示設定' })).toBeFocused();

  // After a reload the document has the settings before the app has started.
  await page.reload({ waitUntil: 'commit' });
  await expect(
    page.locator('html[data-font="mincho"][data-line-spacing="wide"][data-text-size="largest"]'),
  ).toBeAttached();
});

test('the panel of display settings fits a small window at 200 %', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 180, height: 370 });
  await signIn(page, 'student', LESSON);
  await screenReady(page);
  await openPanel(page);

  await choose(page, '明朝');

  const isTooWide = await panel(page).evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth);
  expect(isTooWide).toBe(false);
});

test(
  'a table wider than a phone opens in the whole window and closes by Escape and Back',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'student', '/courses/security');
    await page.getByRole('link', { name: /^パスワードとパスキー/ }).click();
    await screenReady(page);
    const open = page.getByRole('button', { name: /^表1.*を広げる$/ });
    const view = page.getByRole('dialog', { name: /^表1/ });
    await expect(open).toBeVisible();
    const formula = await page.locator('[data-wide] .katex').first().boundingBox();

    await open.press('Enter');
    await expect(view).toBeVisible();
    await axe(page);
    // The whole table is in view, with its formulas drawn: the Content-Security-Policy allows the copy's styles.
    const table = await view.getByRole('table').boundingBox();
    expect(table?.width).toBeLessThan(360);
    const copied = await view.locator('.katex').first().boundingBox();
    expect(copied?.height ?? 0).toBeGreaterThan((formula?.height ?? 0) * 0.5);
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(async () => (await view.getByRole('table').boundingBox())?.width).toBeGreaterThan(360);
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();
    await expect(open).toBeFocused();

    await page.emulateMedia({ media: 'print' });
    await expect(open).toBeHidden();
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
    await page
      .getByRole('button', { name: /^コード（bash）を広げる$/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'コード（bash）' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog', { name: 'コード（bash）' })).toBeHidden();
    await expect(page).toHaveURL('/lessons/security-passkeys');
  },
);
