/** Tests pasting into the lesson editor, under the page's Trusted Types policy. */
import { expect, signIn, test } from './support/app';

test(
  'a table pasted from an office program becomes markdown, and one Ctrl+Z undoes the paste',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/lessons/new?chapterId=security-s2-c1');
    const editor = page.getByRole('textbox', { name: '本文' });
    await editor.click();
    await page.keyboard.type('前');
    await editor.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '場所\t数\n入口\t10');
      clipboardData.setData(
        'text/html',
        '<table><tr><td>場所</td><td>数</td></tr><tr><td>入口</td><td>10</td></tr></table>',
      );
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    });
    await expect(editor).toContainText('| 入口 | 10 |');
    await page.keyboard.press('Control+z');
    await expect(editor.locator('.cm-line')).toHaveText(['前']);
  },
);
