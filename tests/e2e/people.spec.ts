/** Tests a company, its staff and 200 learners imported by CSV, and exported again without a difference. */
import { readFile } from 'node:fs/promises';

import type { Download, Page } from '@playwright/test';
import papa from 'papaparse';

import { axe, expect, signIn, screenReady, test } from './support/app';

// The spec has its own data, because other specs count the users of the demo data.
test.use({
  ownData: true,
  viewport: { width: 1366, height: 768 },
  isMobile: false,
  hasTouch: false,
});

const COMPANY = '株式会社,"ひかり"';
const LEARNERS = 200;

/** Names with formulas, quotes, line breaks, emoji and rare kanji, as spreadsheets contain them. */
const names = ['=SUM(A1)', '髙橋 "花"', '改行\nの人', '絵文字 😀', '-山田', '@佐藤', "'引用"];
const learners = Array.from({ length: LEARNERS }, (_, index) => {
  const number = String(index).padStart(4, '0');
  const name = `${names[index % names.length]}${number}`;
  return [number, name, 'ガクシュウシャ', `u${number}@example.com`, '受講者', COMPANY, '利用中', ''];
});
const header = ['ユーザー名', '氏名', 'フリガナ', 'メール', '役割', '企業', 'アカウント', 'パスワード'];
const faulty = [
  ['', '名前だけ', '', '', '', COMPANY, '', ''],
  ['日本語', '使えない名', '', '', '', COMPANY, '', ''],
  ['0000', '二人目', '', '', '', 'ない会社', '', ''],
];

async function choose(page: Page, rows: string[][], head = header): Promise<void> {
  const text = `\uFEFF${papa.unparse([head, ...rows], { newline: '\r\n', quotes: true })}`;
  const file = { name: '受講者.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  // The dialog is opened by keyboard, up to the system's file dialog.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'CSVファイルを選ぶ' }).press('Enter');
  await (await chooser).setFiles(file);
  await expect(page.getByRole('heading', { name: '受講者.csv の内容' })).toBeFocused();
}

async function readDownload(download: Download): Promise<string[][]> {
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return papa.parse<string[]>(text, { skipEmptyLines: true }).data;
}

async function save(page: Page, name: string | RegExp): Promise<Download> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return download;
}

async function makeCompany(page: Page): Promise<void> {
  await page.goto('/companies/new');
  await page.getByLabel(/^企業名/).fill(COMPANY);
  await page.getByRole('button', { name: '追加' }).click();
  await expect(page.getByRole('heading', { level: 1, name: COMPANY })).toBeVisible();
}

/** Adds staff from the company's screen, which preselects the company. */
async function addStaff(page: Page): Promise<void> {
  await page.getByRole('link', { name: '利用者を追加' }).click();
  await page.getByLabel(/^ユーザー名/).fill('hikari.staff');
  await page.getByLabel(/^氏名/).fill('担当 光');
  await page.getByLabel(/^役割/).selectOption('担当者');
  await page.getByRole('button', { name: 'パスワードを作る' }).click();
  await page.getByRole('button', { name: '追加', exact: true }).click();
  // A longer timeout than usual, because hashing passwords takes long on a busy machine.
  await expect(page.getByRole('heading', { level: 1, name: '担当 光' })).toBeVisible({ timeout: 30_000 });
}

test(
  '200 learners imported by CSV into a new company are exported again without a difference',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await signIn(page, 'admin');
    await makeCompany(page);
    const companyUrl = page.url();
    await addStaff(page);

    await page.goto('/users/new?by=csv');
    await screenReady(page);
    await choose(page, [...learners, ...faulty]);
    const faults = page.getByRole('region', { name: '誤りのある行（取り込みません）' });
    await expect(faults.getByRole('listitem')).toHaveText([
      /^202行目 名前だけ：ユーザー名：入力してください/,
      /^203行目 使えない名 日本語：ユーザー名：半角の英数字/,
      /^204行目 二人目 0000：ユーザー名：2行目と同じです/,
    ]);
    await axe(page);
    const passwords = await readDownload(await save(page, `初期パスワードを保存（${LEARNERS}名）`));
    expect(passwords).toHaveLength(LEARNERS + 1);
    await page.getByRole('button', { name: `${LEARNERS}名を取り込む` }).click();
    await expect(page.getByText(`${LEARNERS}名を追加しました。`)).toBeVisible({ timeout: 120_000 });
    await axe(page);

    await page.goto(companyUrl);
    await expect(page.getByRole('button', { name: `全員 ${LEARNERS + 1}名` })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(51);
    await axe(page);
    const [head, ...rows] = await readDownload(await save(page, `進捗をCSVで保存（${LEARNERS + 1}名）`));
    expect(head?.slice(0, 10)).toEqual([...header.slice(0, 7), '進捗', '最後の学習', '受講状況']);
    const back = rows.filter(([username]) => username !== 'hikari.staff').map((cells) => cells.slice(0, 7).map(bare));
    expect(back.toSorted(byName)).toEqual(learners.map((cells) => cells.slice(0, 7)));

    // Imports the exported file, and expects no change.
    await page.goto('/users/new?by=csv');
    await screenReady(page);
    await choose(page, rows, head);
    await expect(page.getByText('取り込むものはありません。')).toBeVisible();
    await expect(page.locator('button[data-kind="same"]')).toHaveText(`変更なし ${LEARNERS + 1}名`);
  },
);

/**
 * Removes what keeps a spreadsheet from evaluating or changing a cell: a leading apostrophe, or a formula around
 * digits.
 */
function bare(cell: string): string {
  const kept = /^="(.*)"$/.exec(cell)?.[1] ?? cell;
  return /^'+[=+\-@]/.test(kept) ? kept.slice(1) : kept;
}

function byName([a = '']: string[], [b = '']: string[]): number {
  return a < b ? -1 : 1;
}
