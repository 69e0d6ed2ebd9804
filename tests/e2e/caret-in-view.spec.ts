/** Tests that the caret stays in view while typing: no sticky bar covers it. */
import { expect, signIn, test } from './support/app';

test(
  'the caret stays above the save bar at the end of a long text, and below the toolbar at its start',
  { tag: '@handheld' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/lessons/new?chapterId=security-s2-c1');
    const editor = page.getByRole('textbox', { name: '本文' });
    await editor.click();
    await page.keyboard.insertText('一行の文です。\n'.repeat(80));
    const tools = page.getByRole('toolbar', { name: '本文の書式' });
    const bar = page.locator('[data-bottom-bar]');
    /** Returns the caret's distance from the toolbar and from the save bar, px; negative if covered. */
    const gaps = async () => {
      const caret = await page.evaluate(() => document.getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON());
      const [above, below] = [await tools.boundingBox(), await bar.boundingBox()];
      if (!caret || !above || !below) throw new Error('Caret or bar has no box.');
      return { above: caret.top - above.y - above.height, below: below.y - caret.bottom };
    };

    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('終わり');
    await expect(editor).toContainText('終わり');
    await expect.poll(async () => (await gaps()).below).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('初め');
    await expect(editor).toContainText('初め');
    await expect.poll(async () => (await gaps()).above).toBeGreaterThanOrEqual(0);
  },
);

test(
  'the last line of a long description stays above the save bar while it is typed',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/courses/new');
    const description = page.getByRole('textbox', { name: '説明' });
    await description.fill('一行の文です。\n'.repeat(30));
    await page.evaluate(() => scrollTo(0, 0));
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('終わ');

    const bar = page.locator('[data-bottom-bar]');
    // The bar grows by a line when the draft is saved, so one more character is typed after it.
    await expect(bar).toContainText('書きかけは端末に保存済み');
    await page.keyboard.insertText('り');
    /**
     * Returns the distance from the field's text to the save bar, px; the bar may cover the field's padding (10 px).
     */
    const gap = async () => {
      const [field, below] = [await description.boundingBox(), await bar.boundingBox()];
      if (!field || !below) throw new Error('Field or bar has no box.');
      return below.y + 10 - field.y - field.height;
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  },
);
