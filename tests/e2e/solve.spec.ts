/** Tests solving and reviewing a question set: every window size, axe, order questions, two tabs, Japanese input. */
import type { Page } from '@playwright/test';

import { axe, expect, signIn, test } from './support/app';
import { openInApp, pressUntil } from './support/steps';
import { visit } from './support/study';

const SET = 'git-q-merge';
const SOLVE = `/question/solve/${SET}`;

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** Walks through solving, submitting (提出) and the review, and calls `look` on each screen. */
async function walk(page: Page, look: () => Promise<void>): Promise<void> {
  await visit(page, SOLVE);
  await page.getByRole('radio').nth(1).check();
  await expect(page.getByText('解答はこの端末に保存されています')).toBeVisible();
  await look();
  await visit(page, `${SOLVE}?q=3`);
  await expect(page.getByRole('button', { name: '1番目を動かす' })).toBeVisible();
  await page.getByRole('button', { name: '1番目を下へ' }).click();
  // A choice is moved and moved back, because the served order is never the right one, but any other order may be.
  await page.getByRole('button', { name: '2番目を上へ' }).click();
  await look();
  await visit(page, `${SOLVE}?view=overview`);
  await look();
  await page.getByRole('button', { name: '提出する' }).click();
  await expect(page.getByText('送信済み')).toBeVisible();
  await look();
  await page.getByRole('link', { name: '解答と解説を見る' }).click();
  await expect(page.getByRole('navigation', { name: '問題の一覧' })).toBeVisible();
  await page.getByRole('button', { name: '問3 まちがい' }).click();
  await expect(page.getByRole('heading', { name: '正しい順番' })).toBeVisible();
  await look();
}

test('questions, overview, result and review of a set fit the window', { tag: '@detail' }, async ({ page }) => {
  await signIn(page, 'student');
  await walk(page, () => expectNoSidewaysScrolling(page));
});

test.describe('once', { tag: '@once' }, () => {
  test('axe finds no violation in questions, overview, result and review, in both colour schemes', async ({ page }) => {
    await signIn(page, 'student2');
    await walk(page, () => axe(page));
  });

  test('fault: two tabs solve one question set → each tab shows the other’s answers, and one submit holds all of them', async ({
    page,
    context,
  }) => {
    const saved = (tab: Page) => expect(tab.getByText('解答はこの端末に保存されています')).toBeVisible();
    const other = await context.newPage();
    await signIn(page, 'kimura', SOLVE);
    await visit(other, SOLVE);
    await expect(other.getByText(/^1 \/ 6 問・/)).toBeVisible();

    await page.getByRole('radio').nth(1).check();
    await saved(page);
    await expect(other.getByRole('radio').nth(1), 'the answer of the first tab, without a reload').toBeChecked();
    await other.keyboard.press('ArrowRight');
    await other.getByRole('radio').nth(2).check();
    await saved(other);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio').nth(2)).toBeChecked();

    await visit(page, `${SOLVE}?view=overview`);
    await expect(page.getByText(/^2 \/ 6 問に解答/)).toBeVisible();
    await page.getByRole('button', { name: '提出する' }).click();
    await expect(page.getByText('送信済み')).toBeVisible();
    await expect(other.getByRole('radio').nth(2), 'the other tab starts a new attempt').not.toBeChecked();
    await visit(other, SOLVE);
    await expect(other.getByText(/^1 \/ 6 問・/)).toBeVisible();
    await expect(other.getByRole('radio').nth(1)).not.toBeChecked();
  });

  test('after 提出 (submit) Back skips the questions and returns to the screen where the question set was opened', async ({
    page,
  }) => {
    await signIn(page, 'student', '/lessons/git-conflict');
    const lesson = page.url();
    await openInApp(page, SOLVE);
    for (let number = 1; number <= 6; number += 1) {
      await expect(page.getByText(new RegExp(`^${number} / 6 問・`))).toBeVisible();
      await page.getByRole('button', { name: number < 6 ? '次へ' : '確認へ' }).click();
    }
    await page.getByRole('button', { name: '提出する' }).click();
    await expect(page.getByRole('link', { name: 'もう一度解く' })).toBeVisible();
    await expect(page).toHaveURL(/submit=/);
    await page.reload();
    await expect(page.getByRole('link', { name: 'もう一度解く' })).toBeVisible();

    await page.goBack();

    await expect(page).toHaveURL(lesson);
  });

  const rowTexts = (page: Page) => page.locator('ol > li:has(button[aria-label$="を上へ"])').allInnerTexts();

  test('choices of an order question are moved by dragging and by keyboard', async ({ page }) => {
    await signIn(page, 'student', `${SOLVE}?q=3`);
    const handle = page.getByRole('button', { name: '1番目を動かす' });
    await expect(handle).toBeVisible();
    const [first, second] = await rowTexts(page);
    const from = await handle.boundingBox();
    const to = await page.getByRole('button', { name: '2番目を動かす' }).boundingBox();
    if (!from || !to) throw new Error('A handle is not there');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 20);
    await page.mouse.move(to.x + 10, to.y + 30, { steps: 5 });
    await page.mouse.up();
    const bare = (text: string | undefined) => text?.replace(/^\d+\s*/, '');
    await expect.poll(async () => bare((await rowTexts(page))[0])).toBe(bare(second));
    await expect(page.getByText('この順番で解答します。')).toBeVisible();

    await page.getByRole('button', { name: '2番目を動かす' }).focus();
    await page.keyboard.press('Space');
    const announced = page.locator('[id^="DndLiveRegion"]');
    await expect(announced).toHaveText('2番目の位置です。');
    await pressUntil(page, 'ArrowUp', announced.filter({ hasText: '1番目の位置です。' }));
    await page.keyboard.press('Space');
    await expect.poll(async () => bare((await rowTexts(page))[0])).toBe(bare(first));
  });

  test('the Enter that confirms a kanji conversion (IME) in a text answer neither goes on nor submits', async ({
    page,
  }) => {
    await signIn(page, 'student', `${SOLVE}?q=4`);
    const field = page.getByLabel('解答');
    await field.focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'ちゅうし', selectionStart: 4, selectionEnd: 4 });
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', windowsVirtualKeyCode: 229 });
    await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
    await session.send('Input.insertText', { text: '中止' });

    await expect(field).toHaveValue('中止');
    await expect(page).toHaveURL(`${SOLVE}?q=4`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${SOLVE}?q=5`);
  });
});
