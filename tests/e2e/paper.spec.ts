/** Tests paper: every part is unfolded, and no colour of the dark scheme is printed. */
import type { Page } from '@playwright/test';

import { expect, screenReady, signIn, test } from './support/app';

/** Returns all custom properties of the page, by name. */
function readTokens(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const all = [...document.documentElement.computedStyleMap()] as [string, { toString(): string }[]][];
    return Object.fromEntries(all.flatMap(([name, value]) => (name.startsWith('--') ? [[name, String(value)]] : [])));
  });
}

const folded = (page: Page) => page.locator('details:not([open])').count();

test.describe('on paper', { tag: '@once' }, () => {
  test('in the dark scheme every colour is that of paper printed in the light scheme', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await signIn(page, 'student', '/lessons/security-passkeys');
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    const light = await readTokens(page);
    expect(Object.keys(light)).toEqual(expect.arrayContaining(['--m-ok', '--m-wait-bg', '--m-bad', '--m-text']));

    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.reload();
    await screenReady(page);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    const dark = await readTokens(page);
    expect(dark['--m-wait-bg']).not.toBe(light['--m-wait-bg']);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

    await expect.poll(() => readTokens(page)).toEqual(light);
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await expect.poll(() => readTokens(page)).toEqual(dark);
  });

  test('folded parts are open for print, and folded again afterwards', async ({ page }) => {
    await signIn(page, 'student', '/mypage');
    await expect.poll(() => folded(page)).toBeGreaterThan(0);
    const before = await folded(page);
    const printed = page.evaluate(
      () =>
        new Promise<{ folded: number; empty: number }>((resolve) => {
          addEventListener('beforeprint', () =>
            setTimeout(() => {
              const all = [...document.querySelectorAll('details')];
              const empty = all.filter((each) => each.children.length < 2).length;
              resolve({ folded: all.filter((each) => !each.open).length, empty });
            }),
          );
        }),
    );
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await printed).toEqual({ folded: 0, empty: 0 });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await folded(page)).toBe(before);
  });

  test('a PDF made from the dark scheme has the folded parts, which are folded again afterwards', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page, 'student', '/mypage');
    await expect.poll(() => folded(page)).toBeGreaterThan(0);
    const before = await folded(page);
    const events = await page.evaluateHandle(() => {
      const seen: string[] = [];
      for (const type of ['beforeprint', 'afterprint'])
        addEventListener(type, () => seen.push(`${type} ${document.querySelectorAll('details:not([open])').length}`));
      return seen;
    });
    await page.pdf();
    expect(await events.jsonValue()).toEqual(['beforeprint 0', `afterprint ${before}`]);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
});
