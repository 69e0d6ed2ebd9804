/** Tests the learner's journey with the keyboard alone, and keys pressed during Japanese composition (IME). */
import type { Locator, Page } from '@playwright/test';

import { appReady, expect, signIn, test } from './support/app';

test.use({ viewport: { width: 1366, height: 768 }, isMobile: false, hasTouch: false });

const LESSON = '/lessons/security-remote';
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

/** Presses Tab until the target has the focus: fails if it cannot be reached. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

test.describe('with the keyboard alone', { tag: '@once' }, () => {
  test('fault: the search dialog loads late → text typed and composed meanwhile is in its search field, and no key acts on the lesson', async ({
    page,
  }) => {
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await signIn(page, 'student', LESSON);
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    const devtools = await page.context().newCDPSession(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('kk');
    await page.keyboard.insertText('端末');
    await page.keyboard.insertText('の');
    // Escape cancels the IME composition, not the search.
    await devtools.send('Input.imeSetComposition', { text: 'じょうきょう', selectionStart: 6, selectionEnd: 6 });
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape', windowsVirtualKeyCode: 229 });
    await devtools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
    await devtools.send('Input.imeSetComposition', { text: 'じょうほう', selectionStart: 5, selectionEnd: 5 });
    letThrough();
    const field = page.getByRole('dialog').getByRole('textbox');
    await expect(field).toBeFocused();
    await page.keyboard.type('ab');
    await expect(field).toHaveValue('kk端末のじょうほうab');
    await expect(page).toHaveURL(LESSON);
  });

  test('a learner logs in, reads, searches and logs out with the keyboard alone', async ({ page, expectStatus }) => {
    // Status 401 is allowed, because the logout can end the session while a request is in flight.
    expectStatus(401);
    await page.goto('/login');
    await appReady(page);
    await tabTo(page, page.getByLabel('ユーザー名'));
    await page.keyboard.type('student');
    await page.keyboard.press('Tab');
    await page.keyboard.type('demo-password');
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('佐藤 美咲さんのホーム');

    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: '本文へ移動' })).toBeFocused();
    await expect(page.getByRole('link', { name: '本文へ移動' })).toBeInViewport();
    await tabTo(page, page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name: 'コース' }));
    await page.keyboard.press('Enter');
    await expect(title(page)).toBeFocused();
    await expect(title(page)).toHaveText('コース');

    await tabTo(page, page.getByRole('link', { name: '情報セキュリティの基本' }));
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('情報セキュリティの基本');
    await tabTo(page, page.getByRole('link', { name: /^端末を守る習慣/ }));
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('端末を守る習慣');

    await page.keyboard.press('j');
    await expect(title(page)).toHaveText('マルウェアとバックアップ');
    await page.keyboard.press('k');
    await expect(title(page)).toHaveText('端末を守る習慣');
    await tabTo(page, page.getByRole('button', { name: '読了にする' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'レッスンの操作' }).getByText('読了', { exact: true })).toBeVisible();

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await page.keyboard.type('正規分布');
    await expect(page.getByRole('dialog').getByRole('button', { name: /^正規分布/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('正規分布');

    await tabTo(page, page.getByRole('button', { name: /^アカウント/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'マイページ' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^アカウント/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'マイページ' })).toBeFocused();
    // The key is retried, because the menu focuses its first item twice while it opens, the second time possibly after
    // the key.
    const logout = page.getByRole('menuitem', { name: 'ログアウト' });
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(logout).toBeFocused({ timeout: 500 });
    }).toPass();
    await logout.press('Enter');
    await expect(page).toHaveURL('/login');
  });

  test('the focus stays on the account button while the menu loads at the first press', async ({ page }) => {
    await signIn(page, 'student');
    const button = page.getByRole('button', { name: /^アカウント/ });
    await button.focus();
    const wasLost = await page.evaluateHandle(() => {
      const seen = { body: false };
      const look = () => (seen.body ||= document.activeElement === document.body);
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
      return seen;
    });

    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'マイページ' })).toBeFocused();

    expect(await wasLost.jsonValue()).toEqual({ body: false });
  });

  test('the skip link moves the focus past the menus', async ({ page }) => {
    await signIn(page, 'student');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');

    const inMain = await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement));
    expect(inMain).toBe(true);
  });

  test('the save button, which is disabled while saving, gets the focus back afterwards', async ({ page }) => {
    await signIn(page, 'teacher', '/lessons/edit/git-pipes');
    const minutes = page.getByLabel('目安（分）');
    const before = await minutes.inputValue();
    await minutes.fill('98');
    const save = page.getByRole('button', { name: '保存', exact: true });
    await save.focus();
    await page.route('**/lessons/git-pipes', async (route) => {
      if (route.request().method() === 'PATCH') await expect(page.locator('body')).toBeFocused();
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await expect(page.getByText('保存しました')).toBeVisible();
    await expect(save).toBeFocused();
    await minutes.fill(before);
    await save.press('Enter');
    await expect(save).toBeFocused();
  });

  test('every focused element shows a focus ring', async ({ page }) => {
    await signIn(page, 'student');
    for (let presses = 0; presses < 14; presses += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return '';
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        return isMarked ? '' : `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
      });
      expect(seen).toBe('');
    }
  });

  test('arrow keys in a wide table or a code block scroll it, and open no other lesson', async ({ page }) => {
    await signIn(page, 'student', '/lessons/security-passkeys');
    const here = page.url();
    const scrolling = page.getByRole('article').locator('[role="group"][tabindex="0"]');
    await expect(scrolling).not.toHaveCount(0);
    for (const part of await scrolling.all()) {
      await part.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
    }
    await page.getByRole('button', { name: /^画像を拡大/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    // If an arrow key had started a navigation, it would have finished before the one by the key j.
    await page.keyboard.press('j');
    await expect(title(page)).toHaveText('多要素認証');
    await page.goBack();
    await expect(page).toHaveURL(here);
  });
});

/** Dispatches a key event during IME composition, in the two ways browsers mark it (`isComposing`, key code 229). */
async function pressComposing(target: Locator, key: string): Promise<void> {
  for (const mark of [{ isComposing: true }, { keyCode: 229 }]) {
    await target.evaluate(
      (element, init) =>
        element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
      { key, code: key, ...mark },
    );
  }
}

test.describe('keys typed while Japanese is composed', { tag: '@once' }, () => {
  test('keys pressed during IME composition open neither another lesson nor a search result', async ({ page }) => {
    await signIn(page, 'student', '/lessons/security-passkeys');
    for (const key of ['j', 'k', 'ArrowRight', 'ArrowLeft']) await pressComposing(page.locator('body'), key);

    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog').getByRole('textbox');
    await search.fill('正規分布');
    await expect(page.getByRole('dialog').getByRole('button', { name: /^正規分布/ })).toBeVisible();
    await pressComposing(search, 'Enter');
    await pressComposing(search, 'ArrowDown');
    await expect(search).toBeVisible();
    await expect(page).toHaveURL('/lessons/security-passkeys');
    await search.press('Enter');
    await expect(title(page)).toHaveText('正規分布');
  });

  test('the Enter that confirms a kanji conversion (IME) does not submit the login form', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.goto('/login');
    await appReady(page);
    await page.getByLabel(/^パスワード\s*\*?$/).fill('demo-password');
    const username = page.getByLabel('ユーザー名');
    await username.focus();
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', { text: 'がくせい', selectionStart: 4, selectionEnd: 4 });
    await keyboard.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Process',
      code: 'Enter',
      windowsVirtualKeyCode: 229,
    });
    await keyboard.send('Input.insertText', { text: '学生' });

    await expect(username).toHaveValue('学生');
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(sent).toEqual([]);
  });
});
