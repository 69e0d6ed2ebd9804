/** Tests a teacher's day on a tablet: from an empty course to a solved question set, every step through the screens. */
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { expect, login, screenReady, test } from './support/app';
import { pressBelowText } from './support/steps';

test.use({ serviceWorkers: 'allow' });

test.use({ viewport: { width: 820, height: 1180 } });
const COURSE = '手紙の書き方';
const picture = readFileSync('public/logo.webp').toString('base64');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const editor = (page: Page) => page.getByRole('textbox', { name: '本文' });

/** Adds a section with one chapter; the new row of the outline is expanded. */
async function addSection(page: Page, title: string, chapter: string): Promise<void> {
  const add = async (kind: string, words: string) => {
    await expect(page.getByRole('textbox', { name: `新しい${kind}のタイトル` })).toBeFocused();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await expect(button(page, `「${words}」のその他の操作`)).toBeVisible();
  };
  await add('セクション', title);
  await page.keyboard.press('Tab');
  await add('チャプター', chapter);
  await page.keyboard.press('Shift+Tab');
}

async function pastePicture(page: Page, alt: string): Promise<void> {
  await editor(page).evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/webp' }));
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, picture);
  const dialog = page.getByRole('dialog', { name: '画像を追加' });
  await expect(dialog.getByText('アップロード済み')).toBeVisible();
  await dialog.getByRole('textbox').fill(alt);
  await dialog.getByRole('button', { name: '本文に入れる' }).click();
  await expect(editor(page)).toContainText(alt);
}

/** Writes a lesson in a chapter, and stays on its edit screen. */
async function addLesson(page: Page, course: string, chapter: string, title: string): Promise<void> {
  await page.goto(course);
  await button(page, `「${chapter}」にレッスンを追加`).click();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: title }).click();
  await editor(page).click();
  await page.keyboard.type(`${title}について。`);
  await page.keyboard.press('Control+End');
  await button(page, '表').click();
  await page.keyboard.type('項目');
  await page.keyboard.press('Control+End');
  await button(page, 'コード').click();
  await page.keyboard.type('print("手紙")');
  await page.keyboard.press('Control+End');
  await pastePicture(page, `${title}の図`);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('レッスンを保存しました').first()).toBeVisible();
}

async function addQuestionSet(page: Page): Promise<void> {
  await pressBelowText(page, '問題集を追加');
  const dialog = page.getByRole('dialog', { name: '問題集を追加' });
  const body = dialog.getByRole('textbox', { name: /^問題文/ });
  const choice = (number: number) => dialog.getByRole('textbox', { name: `選択肢${number}`, exact: true });
  // On a tablet in portrait, the editor shows the list of questions beside the open question.
  const addQuestion = () => dialog.getByRole('button', { name: '問題を追加', exact: true }).click();
  await dialog.getByLabel(/^タイトル/).fill('確認問題');
  await dialog.locator('[data-question]').click();
  await body.fill('拝啓と組になるのは');
  await choice(1).fill('敬具');
  await choice(2).fill('草々');
  await dialog.getByRole('radio', { name: '選択肢1を正解にする' }).check();
  await addQuestion();
  await dialog.getByText('複数選択', { exact: true }).click();
  await body.fill('封筒に書くもの');
  await choice(1).fill('宛名');
  await choice(2).fill('住所');
  for (const number of [1, 2]) await dialog.getByRole('checkbox', { name: `選択肢${number}を正解にする` }).check();
  await addQuestion();
  await dialog.getByText('記述', { exact: true }).click();
  await body.fill('葉書の読みは');
  await dialog.getByLabel('正解1', { exact: true }).fill('はがき');
  await addQuestion();
  await dialog.getByText('並べ替え', { exact: true }).click();
  await body.fill('書く順に');
  await choice(1).fill('前文');
  await choice(2).fill('主文');
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialog.getByText(/未保存の変更があります|保存中/)).toHaveCount(0);
  await button(page, '問題集の編集を閉じる').click();
  await expect(page.getByText('4問', { exact: true })).toBeVisible();
}

/** Solves the set correctly, although the question about an order shows its choices in a random order. */
async function solve(page: Page): Promise<void> {
  const next = button(page, '次へ');
  await page.getByRole('radio', { name: '敬具' }).check();
  await next.click();
  for (const name of ['宛名', '住所']) await page.getByRole('checkbox', { name }).check();
  await next.click();
  await page.getByRole('textbox', { name: '解答' }).fill('ハガキ');
  await page.getByRole('textbox', { name: '解答' }).fill('はがき');
  await next.click();
  await button(page, '1番目を下へ').click();
  if (
    (
      await page
        .getByRole('listitem')
        .filter({ hasText: /前文|主文/ })
        .first()
        .textContent()
    )?.includes('主文')
  ) {
    await button(page, '1番目を下へ').click();
  }
  await button(page, '確認へ').click();
  await button(page, '提出する').click();
}

test(
  'a teacher writes and publishes a course with lessons, pictures and questions, and a student solves it',
  { tag: ['@once', '@long'] },
  async ({ page, browser, baseURL }) => {
    await login(page, 'teacher');
    await page.goto('/courses/new');
    await screenReady(page);
    await page.getByRole('textbox', { name: 'タイトル' }).fill(COURSE);
    await button(page, '追加').click();
    await expect(page.getByRole('heading', { level: 1, name: COURSE })).toBeVisible();
    const course = page.url();
    await addSection(page, '準備', '道具');
    await addSection(page, '本番', '文面');
    await addLesson(page, course, '道具', '紙とペン');
    await addLesson(page, course, '道具', '封筒');
    await addLesson(page, course, '文面', '書き出し');
    await addQuestionSet(page);
    await page.goto(course);
    await button(page, '公開する').click();
    // The app warns that the questions have no explanations; the teacher publishes the course anyway.
    await button(page, 'このまま公開する').click();
    await expect(button(page, '下書きに戻す')).toBeVisible();

    const student = await (await browser.newContext({ baseURL })).newPage();
    await login(student, 'student');
    await student.goto('/courses');
    await student.getByRole('link', { name: COURSE }).click();
    await student.getByRole('link', { name: /^書き出し/ }).click();
    const article = student.getByRole('article');
    await expect(article.getByRole('img', { name: '書き出しの図' })).toHaveJSProperty('complete', true);
    await expect(article.getByRole('columnheader', { name: '項目' })).toBeVisible();
    await expect(article.getByText('print("手紙")')).toBeVisible();
    await student.getByRole('link', { name: /解く/ }).click();
    await solve(student);
    await expect(student.getByText('4 / 4 問正解')).toBeVisible();
    await student.context().close();
  },
);
