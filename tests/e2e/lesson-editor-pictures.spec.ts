/**
 * Tests pasting into the lesson editor, under the page's Trusted Types policy: tables become markdown; large and turned
 * photos are redrawn on the device, and shown as thumbnails.
 */
import { axe, expect, signIn, test } from './support/app';

test(
  'a large photo with a rotated orientation is uploaded smaller and upright with a message, and shown below its line',
  { tag: '@once' },
  async ({ page, expectStatus }) => {
    expectStatus(404);
    await signIn(page, 'teacher', '/lessons/new?chapterId=security-s2-c1');
    const editor = page.getByRole('textbox', { name: '本文' });
    await editor.click();
    await editor.evaluate(async (element) => {
      const canvas = document.createElement('canvas');
      canvas.width = 3000;
      canvas.height = 1500;
      const context = canvas.getContext('2d');
      context?.fillRect(0, 0, 3000, 750);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
      const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
      // The photo's Exif data have the orientation 6: the photo must be rotated to the right (clockwise).
      const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
      const exif = [0xff, 0xe1, 0, 8 + tiff.length, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
      const photo = new File([bytes.slice(0, 2), new Uint8Array(exif), bytes.slice(2)], '写真.jpg', {
        type: 'image/jpeg',
      });
      const clipboardData = new DataTransfer();
      clipboardData.items.add(photo);
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    });
    const dialog = page.getByRole('dialog', { name: '画像を追加' });
    await expect(dialog.getByText('大きい画像なので、1000×2000に縮小しました。')).toBeVisible();
    await dialog.getByRole('textbox').fill('倉庫の入口');
    await dialog.getByRole('button', { name: '本文に入れる' }).click();
    await expect(editor).toContainText(/倉庫の入口\]\(content:[\w-]+#1000x2000\)/);

    const preview = editor.locator('img');
    await expect(preview).toHaveJSProperty('complete', true);
    await expect(preview).toHaveJSProperty('naturalWidth', 1000);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n![消えた図](content:gone)');
    await expect(editor.getByText('画像を表示できません。')).toBeVisible();
    await axe(page);

    await preview.click();
    await page.keyboard.type('表口');
    await expect(editor).toContainText(/!\[表口\]\(content:[\w-]+#1000x2000\)/);
  },
);

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
