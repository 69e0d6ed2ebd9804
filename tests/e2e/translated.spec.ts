/**
 * Tests the whole app while a page translator, like Chrome's and Edge's, keeps replacing each text by `<font>`
 * elements.
 */
import type { Locator, Page } from '@playwright/test';
import { screensByUser } from '@tests/support/screens';
import { startTranslator } from '@tests/support/translator';

import { expect, screenReady, signIn, test } from './support/app';
import { DEMO_PASSWORD } from './support/sign-in';
import { askToLogOut, openInApp } from './support/steps';

test.use({ ownData: true, viewport: { width: 1366, height: 900 }, isMobile: false, hasTouch: false });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => { (${startTranslator.toString()})(); });`);
});

/** Returns an element's words without the translator's mark and without spaces, which a translator changes. */
async function readWords(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll('[T]', '').replaceAll(/[ \u00A0]/g, '');
}

async function expectWords(locator: Locator, words: RegExp | string): Promise<void> {
  await expect(async () => expect(await readWords(locator)).toMatch(words)).toPass({ timeout: 20_000 });
}

async function expectNoError(page: Page): Promise<void> {
  await expect(page.getByText(/エラーが(発生|起き)/)).toHaveCount(0);
  await expect(page.getByRole('main').locator('font').first()).toBeAttached();
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await expect(page.locator('h1')).toBeVisible();
  await page.locator('#username').fill(username);
  await page.locator('input[type=password]').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'ログイン' }).click();
  await expect(page).toHaveURL('/');
  await screenReady(page);
}

async function readLesson(page: Page): Promise<void> {
  await openInApp(page, '/lessons/statistics-spread');
  const text = page.getByRole('article');
  await expect(text.locator('rt').first()).toBeVisible();
  await expect(text.locator('pre font, code font, .katex font')).toHaveCount(0);
  for (const [choice, readings] of [
    ['表示しない', 0],
    ['表示する', 1],
  ] as const) {
    await page.getByRole('button', { name: 'このレッスンの表示設定' }).click();
    await page.getByRole('dialog').locator('label', { hasText: choice }).click();
    await page.keyboard.press('Escape');
    await (readings ? expect(text.locator('rt')).not.toHaveCount(0) : expect(text.locator('rt')).toHaveCount(0));
  }
  await page.getByRole('button', { name: '読了にする' }).click();
  await expectWords(page.getByRole('group', { name: 'レッスンの操作' }), /読了$/);
  await expectNoError(page);
}

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'さがす', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox');
  for (const [words, found] of [
    ['統計', /統計/],
    ['統計ない', /見つかりませんでした/],
    ['情報', /情報/],
    ['情報セ', /情報セ/],
  ] as const) {
    await field.fill('');
    await field.pressSequentially(words);
    await expectWords(dialog, found);
  }
  await dialog
    .locator('button', { has: page.locator('mark') })
    .first()
    .click();
  await expect(page).toHaveURL(/courses\/security/);
  await expectNoError(page);
}

async function solve(page: Page): Promise<void> {
  await openInApp(page, '/question/solve/git-q-merge');
  for (let number = 1; number <= 6; number += 1) {
    await expectWords(page.getByRole('main'), new RegExp(`${number}/6問・`));
    const choice = page.getByRole('main').locator('input').first();
    if ((await choice.count()) > 0) {
      const isChosen = await choice.evaluate((input: HTMLInputElement) => ['radio', 'checkbox'].includes(input.type));
      await (isChosen ? choice.check() : choice.fill('答え'));
    }
    if (number === 2) await page.getByRole('button', { name: 'あとで見る' }).click();
    await page.getByRole('button', { name: number < 6 ? '次へ' : '確認へ' }).click();
  }
  await expectWords(page.getByRole('main'), /\d\/6問に解答/);
  await page.getByRole('button', { name: '提出する' }).click();
  await expectWords(page.getByRole('main'), /送信済み/);
  await page.getByRole('link', { name: '解答と解説を見る' }).click();
  const tiles = page.getByRole('navigation', { name: '問題の一覧' });
  await tiles.getByRole('button').nth(2).click();
  await page.getByRole('button', { name: 'まちがいだけ' }).click();
  await page.getByRole('button', { name: 'まちがいだけ' }).click();
  await expect(tiles.getByRole('button')).toHaveCount(6);
  await expectNoError(page);
}

test.describe('on a translated page', { tag: '@once' }, () => {
  test('a learner reads, searches, solves, filters and signs out on a translated page', async ({ page }) => {
    await logIn(page, 'yamamoto');
    await readLesson(page);
    await search(page);
    await solve(page);
    await openInApp(page, '/courses');
    await expectWords(page.getByRole('main'), /3件のコース/);
    await page.getByRole('searchbox').fill('統計');
    await expectWords(page.getByRole('main'), /1件のコース/);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('main').locator('label', { hasText: '未学習' }).click();
    await expectWords(page.getByRole('main'), /\d件のコース/);
    await openInApp(page, '/record');
    await expectNoError(page);
    await askToLogOut(page);
    await expect(page).toHaveURL('/login');
  });

  test('staff search, filter and save a form on a translated page', async ({ page }) => {
    await signIn(page, 'teacher', '/companies?view=people');
    const main = page.getByRole('main');
    await expectWords(main, /24名/);
    await page.getByRole('searchbox').fill('佐藤');
    await expectWords(main, /\n1名/);
    await page.getByRole('searchbox').fill('');
    await expectWords(main, /24名/);
    await main.locator('select').last().selectOption({ index: 1 });
    await expectNoError(page);
    await openInApp(page, '/users/edit/user-student');
    await main.locator('input').nth(1).fill('佐藤 美幸');
    await expectWords(main, /未保存の変更があります/);
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page).toHaveURL(/users\/detail/);
    await expect(page.getByRole('heading', { level: 1, name: '佐藤 美幸' })).toBeVisible();
    await openInApp(page, '/lessons/edit/git-pipes');
    await page.locator('.cm-content').pressSequentially('追記');
    await expectWords(main, /未保存の変更があります/);
    await expectWords(main.locator('section').filter({ hasText: '追記' }).first(), /^追記/);
    await expect(page.locator('.cm-content font')).toHaveCount(0);
    await expectNoError(page);
  });

  for (const [user, paths] of screensByUser) {
    test(`every screen of ${user} opens on a translated page`, async ({ page }) => {
      await signIn(page, user);
      for (const path of paths) {
        await openInApp(page, path);
        await expectNoError(page);
      }
      for (const path of paths) {
        await page.goto(path);
        await screenReady(page);
        await expectNoError(page);
      }
    });
  }
});
