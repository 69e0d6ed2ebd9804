/** Tests that a text with a formula that is too complex can be opened and corrected in the editor. */
import { formulaBombs } from '@tests/support/bombs/formula-bombs';

import { expect, signIn, test } from './support/app';

const arrays = formulaBombs().find(({ name }) => name === 'formula: 150 arrays in arrays')?.text ?? '';

test(
  'the editor tells the author which formula learners will see as plain text, until the formula is corrected',
  { tag: '@once' },
  async ({ page }) => {
    await page.route('**/files/**', (route) =>
      route.fulfill({ contentType: 'text/markdown; charset=utf-8', body: `はじめ\n\n${arrays}\n\n$$\nx^2\n$$` }),
    );
    await signIn(page, 'teacher', '/lessons/edit/security-why');
    const editor = page.getByRole('textbox', { name: '本文' });
    const show = (view: string) => page.getByRole('radiogroup', { name: '表示' }).getByText(view).click();
    const notice = page.getByText('3行目の数式は複雑すぎるため、受講者には書いたままの文字で表示されます。');

    await expect(notice).toBeVisible();
    await show('プレビュー');
    const preview = page.getByRole('region', { name: 'プレビュー' });
    await expect(preview.locator('.katex')).toHaveCount(1);
    await expect(preview.getByText('（数式が複雑すぎるため、そのまま表示しています）')).toBeVisible();

    await show('書く');
    await editor.press('Control+a');
    await page.keyboard.insertText('$$\nx^2\n$$');
    await expect(notice).toBeHidden();
  },
);
