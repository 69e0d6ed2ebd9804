/**
 * Tests ファイルから追加 (add questions from a file) in the browser: keyboard, axe, window sizes, and the file of CSVで保存 (save
 * as CSV).
 */
import { axe, expect, signIn, test } from './support/app';
import { pressBelowText } from './support/steps';

const gift = [
  '::Q1::空の色は {=青#よくできました ~赤 ~黄 ####光が散乱するためです。}',
  '[html]<p>水は<b>液体</b></p> {T}',
  '首都は {=東京 =とうきょう}',
  '作文を書いてください。 {}',
  '組み合わせ {=a -> 1 =b -> 2}',
].join('\n\n');

test('questions of a file are added, saved as CSV, and read again', { tag: '@handheld' }, async ({ page }) => {
  await signIn(page, 'teacher', '/lessons/edit/git-pipes');
  await pressBelowText(page, '問題集を追加');
  const dialog = page.getByRole('dialog', { name: '問題集を追加' });
  await expect(dialog.getByLabel(/^タイトル/)).toBeFocused();
  await dialog.getByRole('button', { name: 'ファイルから追加' }).press('Enter');
  await expect(dialog.getByRole('heading', { name: 'ファイルから追加' })).toBeFocused();
  const input = dialog.getByLabel('問題のファイル');
  await input.setInputFiles({ name: '第1章.gift', mimeType: 'text/plain', buffer: Buffer.from(gift) });

  await expect(dialog.getByRole('heading', { name: '第1章（GIFT）' })).toBeFocused();
  await axe(page);
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await dialog.getByRole('button', { name: '3問を追加' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'ファイルから追加' })).toBeFocused();
  await expect(dialog.locator('[data-question]')).toHaveCount(3);
  await axe(page);

  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'CSVで保存' }).press('Enter');
  const download = await saving;
  expect(download.suggestedFilename()).toBe('第1章.csv');
  await dialog.getByRole('button', { name: 'ファイルから追加' }).press('Enter');
  await input.setInputFiles(await download.path());
  await expect(dialog.getByRole('button', { name: '3問を追加' })).toBeVisible();
  await expect(dialog.getByText('同じ問題文の問題がほかにもあります。')).toHaveCount(3);
});
