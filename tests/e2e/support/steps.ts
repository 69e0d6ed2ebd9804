/** Steps that several journeys share, beyond login and waiting (app.ts). */
import type { Locator, Page } from '@playwright/test';

import { expect, screenReady } from './app';

export const DENIED = 'アクセスが拒否されました';
export const NOT_FOUND = 'ページが見つかりません';

/** The side menu, opened where it is closed. */
export async function openMenu(page: Page) {
  const opener = page.getByRole('button', { name: 'メニューを開く' });
  if (await opener.isVisible()) await opener.click();
  return page.getByRole('navigation', { name: 'メインメニュー' });
}

/** Goes to a path of the app without loading a document, as a link in it does. */
export async function followInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((target) => window.history.pushState(null, '', target), path);
}

/** Opens a screen as a link in the app does, and waits until it shows itself. */
export async function openInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(() => delete document.documentElement.dataset.app);
  await followInApp(page, path);
  await screenReady(page);
}

/** Collects the paths of what is asked of the API from now on, as "GET /courses/git". */
export function recordApiCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.replace(/^\/api\/v1/, '')}`);
  });
  return calls;
}

/** Presses an arrow key until a row that was lifted has moved: the arrows are heard a moment after it is lifted. */
export async function pressUntil(page: Page, key: 'ArrowUp' | 'ArrowDown', moved: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(moved).toBeAttached({ timeout: 1000 });
  }).toPass();
}

/**
 * Presses a button that stands below a lesson's text, by its key: the text editor measures lines as they come into view,
 * and what is below moves by that between the mouse's down and up.
 */
export async function pressBelowText(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).press('Enter');
}
