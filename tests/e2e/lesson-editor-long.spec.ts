/** Tests a long text in the lesson editor: the preview's scroll position, and the cost of a keystroke. */
import type { Page } from '@playwright/test';

import { expect, signIn, test } from './support/app';

const editor = (page: Page) => page.getByRole('textbox', { name: '本文' });

async function openNew(page: Page): Promise<void> {
  await signIn(page, 'teacher', '/lessons/new?chapterId=security-s2-c1');
  await expect(editor(page)).toBeVisible();
}

/** Pastes a text at the caret of the editor. */
async function paste(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await editor(page).evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
  }, text);
}

test('the preview scrolls to the caret after a long paste', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await openNew(page);
  await paste(page, `${'段落の文です。\n\n'.repeat(400)}おわり`);

  await expect(page.getByRole('region', { name: 'プレビュー' }).getByText('おわり')).toBeInViewport();
});

test(
  'a keystroke in a long text recalculates the style of fewer than 500 elements',
  { tag: ['@once', '@long'] },
  async ({ page, browser }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await openNew(page);
    await paste(page, `${'段落の文です。\n\n'.repeat(1500)}おわり`);
    const preview = page.getByRole('region', { name: 'プレビュー' });
    await expect(preview.getByText('おわり')).toBeInViewport();
    await page.keyboard.press('Control+End');

    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    await page.keyboard.press('x');
    await expect(preview.getByText('おわりx')).toBeInViewport();
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: { name: string; args: { elementCount?: number } }[];
    };

    const looks = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
    expect(looks.length).toBeGreaterThan(0);
    expect(Math.max(...looks.map(({ args }) => args.elementCount ?? 0))).toBeLessThan(500);
  },
);
