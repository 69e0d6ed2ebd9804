/**
 * Tests the lesson editor: typing, Japanese composition, pasted and dropped pictures, keys; a student reads the result.
 */
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { axe, expect, signIn, test } from './support/app';

const NEW_LESSON = '/lessons/new?chapterId=security-s2-c1';
const logo = readFileSync('public/logo.webp').toString('base64');

const editor = (page: Page) => page.getByRole('textbox', { name: '本文' });
const pictures = (page: Page) => page.getByRole('dialog', { name: '画像を追加' });

/** Pastes or drops a picture with a real clipboard or drag event. */
async function hand(page: Page, kind: 'paste' | 'drop', name: string): Promise<void> {
  await editor(page).evaluate(
    (element, given) => {
      const bytes = Uint8Array.from(atob(given.base64), (letter) => letter.codePointAt(0) ?? 0);
      const data = new DataTransfer();
      data.items.add(new File([bytes], given.name, { type: 'image/webp' }));
      const init = { bubbles: true, cancelable: true };
      const { x, y } = element.getBoundingClientRect();
      element.dispatchEvent(
        given.kind === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data, clientX: x + 20, clientY: y + 20 }),
      );
    },
    { kind, name, base64: logo },
  );
}

/** Returns the stored drafts as JSON. */
function readDrafts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await answer(indexedDB.open('drafts'));
    const records = await answer(database.transaction('drafts').objectStore('drafts').getAll());
    database.close();
    return JSON.stringify(records);
  });
}

async function openNew(page: Page): Promise<void> {
  await signIn(page, 'teacher', NEW_LESSON);
  await expect(editor(page)).toBeVisible();
}

test(
  'a teacher writes a lesson with pictures, a table and code, and a student reads it',
  { tag: '@tablet' },
  async ({ page, browser, baseURL }) => {
    const title = '鍵の話';
    await openNew(page);
    await page.getByRole('textbox', { name: 'タイトル' }).fill(title);
    await editor(page).click();
    await page.keyboard.type('はじめに');
    await page.keyboard.press('Control+Alt+h');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '表', exact: true }).click();
    await page.keyboard.type('種類');
    await page.keyboard.press('Tab');
    await page.keyboard.type('用途');
    for (let cell = 0; cell < 4; cell += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('足した行');
    await page.keyboard.press('Control+End');
    await page.getByRole('button', { name: 'コード', exact: true }).click();
    await page.keyboard.type('ssh-keygen');
    await page.keyboard.press('Control+End');

    await hand(page, 'paste', 'image.png');
    await expect(pictures(page).getByText('アップロード済み')).toBeVisible();
    await pictures(page).getByRole('textbox').fill('貼り付けた図');
    await pictures(page).getByRole('button', { name: '本文に入れる' }).click();
    await expect(editor(page)).toContainText('貼り付けた図');
    await hand(page, 'drop', '写真.webp');
    await pictures(page).getByRole('textbox').fill('落とした図');
    await pictures(page).getByRole('button', { name: '本文に入れる' }).click();
    // The markdown contains the picture's size, so that the layout does not shift for learners.
    await expect(editor(page)).toContainText(/落とした図\]\(content:[\w-]+#\d+x\d+\)/);

    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/lessons\/edit\//);
    await expect(page.getByRole('heading', { level: 1, name: 'レッスンを編集' })).toBeVisible();

    const student = await (await browser.newContext({ baseURL })).newPage();
    await signIn(student, 'student', page.url().replace('/edit', ''));
    const article = student.getByRole('article');
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(article.getByRole('heading', { level: 2, name: 'はじめに' })).toBeVisible();
    await expect(article.getByRole('columnheader', { name: '種類' })).toBeVisible();
    await expect(article.getByRole('columnheader', { name: '用途' })).toBeVisible();
    await expect(article.getByRole('row')).toHaveCount(4);
    await expect(article.getByRole('cell', { name: '足した行' })).toBeVisible();
    await expect(article.getByText('ssh-keygen')).toBeVisible();
    for (const name of ['貼り付けた図', '落とした図']) {
      await expect(article.getByRole('img', { name })).toHaveJSProperty('complete', true);
    }
    await student.context().close();
  },
);

test('the toast after saving a lesson covers no button of the save bar', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'teacher', '/lessons/edit/onboarding-first-day');
  await editor(page).click();
  await page.keyboard.type('あ');
  const save = page.getByRole('button', { name: '保存', exact: true });
  const toast = page.getByRole('status').filter({ hasText: /^レッスンを保存しました$/ });

  await page.clock.pauseAt(Date.now() + 60_000);
  await save.press('Enter');
  while (!(await toast.isVisible())) await page.clock.runFor(20);
  // The timers of the slide run by the page's clock, its CSS transition in real time.
  await page.clock.runFor(1000);
  // A bar at the window's bottom has the toast above it; a bar further up, as on a tablet, below it.
  const overlap = async () => {
    const [box, button] = [await toast.boundingBox(), await save.boundingBox()];
    if (!box || !button) throw new Error('Toast or button has no box.');
    return Math.min(box.y + box.height, button.y + button.height) - Math.max(box.y, button.y);
  };
  await expect.poll(overlap).toBeLessThanOrEqual(0);
});

test(
  'Japanese composition works in the editor: the Enter that confirms it inserts no line break',
  { tag: '@once' },
  async ({ page }) => {
    await openNew(page);
    await editor(page).click();
    const ime = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    for (const text of ['k', 'か', 'かn', 'かん', 'かんj', 'かんじ', '漢字']) await compose(text);
    await ime.send('Input.insertText', { text: '漢字' });
    await page.keyboard.press('Enter');
    for (const text of ['よ', 'よみ', '読み']) await compose(text);
    await ime.send('Input.insertText', { text: '読み' });

    await expect(editor(page).locator('.cm-line')).toHaveText(['漢字', '読み']);
    await expect(page).toHaveURL(NEW_LESSON);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Shift+Z');
    await expect(editor(page).locator('.cm-line')).toHaveText(['漢字', '読み']);
  },
);

test(
  'the edit form is rendered together with its text, so that buttons below do not move',
  { tag: '@once' },
  async ({ page }) => {
    await page.addInitScript(() => {
      // Waits for the first frame that shows the area below the text.
      const look = () => {
        if (!document.querySelector('#question-sets-editor')) requestAnimationFrame(look);
        else Object.assign(window, { linesAtFirst: document.querySelectorAll('.cm-line').length });
      };
      requestAnimationFrame(look);
    });
    await signIn(page, 'teacher', '/lessons/edit/git-terminal');
    await expect(editor(page)).toBeVisible();

    const lines = await page.evaluate(() => (window as unknown as { linesAtFirst: number }).linesAtFirst);
    expect(lines).toBeGreaterThan(10);
  },
);

test(
  'the lesson editor can be entered, used and left by keyboard, and its text survives a reload',
  { tag: '@once' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await openNew(page);
    await page.getByRole('textbox', { name: /^目安/ }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('switch', { name: /^改行をそのまま表示/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: '元に戻す' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('button', { name: 'アップロード済みのファイル' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(editor(page)).toBeFocused();
    await page.keyboard.type('- 一つ目');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('内側');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(editor(page)).toContainText('[リンクの文字](https://)');
    await expect(page.getByRole('region', { name: 'プレビュー' }).getByRole('listitem').first()).toContainText(
      '一つ目',
    );
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('| a | b |');
    await page.keyboard.press('Enter');
    await page.keyboard.type('| --- | --- |');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('region', { name: 'プレビュー' })).toBeFocused();

    await expect.poll(() => readDrafts(page), 'the stored draft').toContain('リンクの文字');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: '復元' }).click();
    await expect(editor(page)).toContainText('一つ目');
    await page.getByRole('link', { name: 'ホーム' }).first().click();
    await page.getByRole('button', { name: '保存せずに移動' }).click();
    await expect(page).toHaveURL('/');
  },
);

test('axe finds nothing in the lesson editor and its dialogs', { tag: '@once' }, async ({ page }) => {
  await openNew(page);
  await editor(page).click();
  await page.keyboard.type('## 見出し');
  await axe(page);
  await page.getByRole('button', { name: 'ふりがな' }).click();
  await expect(page.getByRole('dialog', { name: 'ふりがな' }).getByLabel('ふりがな')).toBeVisible();
  await axe(page);
  await page.keyboard.press('Escape');
  await page.getByText('プレビュー', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'プレビュー' })).toBeVisible();
  await axe(page);
  await page.getByText('書く', { exact: true }).click();
  await hand(page, 'paste', 'a.webp');
  await expect(pictures(page).getByText('アップロード済み')).toBeVisible();
  await axe(page);
  await pictures(page).getByRole('button', { name: '本文に入れる' }).click();
  await page.getByRole('button', { name: 'アップロード済みのファイル' }).click();
  const library = page.getByRole('dialog', { name: 'アップロード済みのファイル' });
  await library.getByRole('list').getByRole('button').first().click();
  await expect(library.getByRole('button', { name: '本文に入れる' })).toBeVisible();
  await axe(page);
});
