/** Steps that several browser tests share; login and waiting are in app.ts. */
import type { Locator, Page } from '@playwright/test';

import { expect, screenReady } from './app';
import type { EvaluatingPage } from './device';

export const DENIED = 'アクセスが拒否されました';
export const NOT_FOUND = 'ページが見つかりません';

/** Opens the side menu if it is closed, and returns it. */
export async function openMenu(page: Page) {
  const opener = page.getByRole('button', { name: 'メニューを開く' });
  if (await opener.isVisible()) await opener.click();
  return page.getByRole('navigation', { name: 'メインメニュー' });
}

/** Chooses ログアウト (sign out) in the account menu. The app then asks for a confirmation if calls or edits are unsaved. */
export async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^アカウント/ }).click();
  await page.getByRole('menuitem', { name: 'ログアウト' }).click();
}

/** Navigates within the app by its router, as a link does, without loading a new document. */
export async function followInApp(page: EvaluatingPage, path: string): Promise<void> {
  await page.evaluate((target) => window.history.pushState(null, '', target), path);
}

/** Opens a screen as a link in the app does, and waits until it is shown. */
export async function openInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(() => delete document.documentElement.dataset.app);
  await followInApp(page, path);
  await screenReady(page);
}

/** Records the API requests that a page sends from now on, as text such as "GET /courses/git". */
export function recordApiCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.replace(/^\/api\/v1/, '')}`);
  });
  return calls;
}

/**
 * Presses an arrow key until a row lifted by keyboard has moved: the drag list reacts to arrows only a moment after the
 * lift.
 */
export async function pressUntil(page: Page, key: 'ArrowUp' | 'ArrowDown', moved: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(moved).toBeAttached({ timeout: 1000 });
  }).toPass();
}

/**
 * Presses a button below the text editor with the keyboard: the editor measures lines as they scroll into view, which
 * can move the button between mousedown and mouseup.
 */
export async function pressBelowText(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).press('Enter');
}
