/** Tests how a teacher writes a course: cover, outline, order by mouse and keyboard, publishing; a learner sees it. */
import type { Page } from '@playwright/test';

import { appReady, axe, expect, signIn, screenReady, test } from './support/app';
import { pressUntil } from './support/steps';

/** A picture of one pixel; the server checks only the leading bytes. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('heading', { level: 2 });

/** Writes a title in the open new row. */
async function addTitle(page: Page, kind: string, title: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: `新しい${kind}のタイトル` })).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(button(page, `「${title}」のその他の操作`)).toBeVisible();
}

test('a teacher writes, orders and publishes a course, and a learner sees it', { tag: '@tablet' }, async ({ page }) => {
  const course = '作文の基本';
  await signIn(page, 'teacher', '/courses/new');
  await page.getByRole('textbox', { name: 'タイトル' }).fill(course);
  await page.getByRole('textbox', { name: '説明' }).fill('一行目\n二行目');
  await page.getByLabel('表紙の画像のファイル').setInputFiles({ name: '表紙.png', mimeType: 'image/png', buffer: PNG });
  await expect(button(page, '画像を外す')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible();

  await addTitle(page, 'セクション', '一文を書く');
  await addTitle(page, 'セクション', '段落を書く');
  await page.keyboard.press('Escape');
  await button(page, '「一文を書く」にチャプターを追加').click();
  await addTitle(page, 'チャプター', '主語と述語');
  await page.keyboard.press('Escape');
  const list = `「${course}」の構成`;
  await expect(rows(page, list)).toHaveText(['一文を書く', '段落を書く']);
  const handle = button(page, '「段落を書く」をドラッグして移動');
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('「段落を書く」は、2番目の位置です。')).toBeAttached();
  await pressUntil(page, 'ArrowUp', page.getByText('「段落を書く」は、1番目の位置です。'));
  await expect(handle).toBeFocused();
  // Waits for the server's response, because the screen moves the row before the response arrives.
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok());
  await page.keyboard.press('Space');
  await expect(rows(page, list)).toHaveText(['段落を書く', '一文を書く']);
  await saved;
  await page.reload();
  await screenReady(page);
  await expect(rows(page, list)).toHaveText(['段落を書く', '一文を書く']);

  await button(page, '公開する').click();
  await button(page, 'このまま公開する').click();
  await expect(button(page, '下書きに戻す')).toBeVisible();
  const learner = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const theirs = await learner?.newPage();
  if (!theirs) throw new Error('No second device');
  await signIn(theirs, 'student');
  await theirs.goto('/courses');
  await theirs.getByRole('link', { name: course }).click();
  await expect(theirs.getByRole('heading', { level: 3, name: '主語と述語' })).toBeVisible();
  await expect(theirs.getByText('一行目', { exact: false })).toHaveJSProperty('innerText', '一行目\n二行目');
  await expect(theirs.getByRole('button', { name: /編集|削除/ })).toHaveCount(0);
  await learner?.close();
});

test('a course is moved in the list by dragging it with the mouse', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'teacher', '/courses');
  await button(page, '並べ替え').click();
  const names = page.getByRole('list', { name: 'コースの並び' }).getByRole('button', { name: /をドラッグして移動$/ });
  const first = await names.nth(0).getAttribute('aria-label');
  const from = await names.nth(0).boundingBox();
  const to = await names.nth(1).boundingBox();
  if (!from || !to) throw new Error('No rows');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 22, from.y + 40, { steps: 3 });
  await page.mouse.move(to.x + 22, to.y + 34, { steps: 6 });
  await page.mouse.up();

  await expect(names.nth(1)).toHaveAttribute('aria-label', first ?? '');
});

test('a lesson is dragged with the mouse into another chapter of the outline', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await signIn(page, 'teacher', '/courses/git');
  const titles = page.getByRole('list', { name: '「Gitとコマンドライン」の構成' }).getByRole('listitem');
  const lesson = 'ターミナルとコマンドの形';
  const from = await button(page, `「${lesson}」をドラッグして移動`).boundingBox();
  const to = await button(page, '「パイプとリダイレクト」をドラッグして移動').boundingBox();
  if (!from || !to) throw new Error('No rows');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 22, from.y + 40, { steps: 3 });
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 8 });
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.mouse.up();

  expect((await saved).postDataJSON()).toMatchObject({ order: 1 });
  await expect(titles.filter({ hasText: /パイプ|ターミナルとコマンド|シェル/ })).toHaveText([
    /^パイプ/,
    /^ターミナルとコマンド/,
    /シェル/,
  ]);
});

test(
  'unsaved edits of a course are restored after a crash, and leaving the form asks for confirmation',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/courses/edit/git');
    await page.getByRole('textbox', { name: 'タイトル' }).fill('Gitの書きかけ');
    await expect(page.getByText('未保存の変更があります（書きかけは端末に保存済み）')).toBeVisible();
    await page.goto('about:blank');
    await page.goto('/courses/edit/git');
    await appReady(page);
    await button(page, '復元').click();
    await expect(page.getByRole('textbox', { name: 'タイトル' })).toHaveValue('Gitの書きかけ');
    await button(page, 'キャンセル').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await axe(page);
    await button(page, '保存せずに移動').click();
    await expect(page).toHaveURL('/courses/git');
  },
);

test(
  'axe finds no violation in course forms with errors and in outline rows that are being edited',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/courses/new');
    await button(page, '追加').click();
    await expect(page.getByRole('alert')).toBeFocused();
    await axe(page);
    await page.goto('/courses/git');
    await screenReady(page);
    const choose = async (title: string, entry: string) => {
      await button(page, `「${title}」のその他の操作`).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await button(page, '「ターミナルに慣れる」のその他の操作').click();
    await expect(page.getByRole('menuitem', { name: '移動' })).toBeVisible();
    await axe(page);
    await page.keyboard.press('Escape');
    await choose('ターミナルに慣れる', '削除');
    await axe(page);
    await choose('ターミナルとコマンドの形', '移動');
    await axe(page);
    await button(page, 'コマンドラインの基本').click();
    await axe(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: '新しいセクションのタイトル' })).toBeFocused();
    await axe(page);
    await page.goto('/courses/git?preview=true');
    await screenReady(page);
    await axe(page);
  },
);
