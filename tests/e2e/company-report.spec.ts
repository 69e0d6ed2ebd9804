/**
 * Tests 受講状況報告書 (the study report of a company) on paper: only tables and facts, with table headers that every page
 * repeats.
 */
import { expect, signIn, test } from './support/app';

test('the printed report has no menu and no buttons, and its tables repeat their headers on every page @once', async ({
  page,
}) => {
  await signIn(page, 'staff', '/companies/minato?view=report');
  await expect(page.getByRole('table', { name: '受講者' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });

  await expect(page.getByRole('heading', { level: 1, name: '受講状況報告書' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const heads = await page
    .locator('main thead')
    .evaluateAll((all) => all.map((head) => getComputedStyle(head).display));
  expect(heads.length).toBeGreaterThan(1);
  expect(new Set(heads)).toEqual(new Set(['table-header-group']));
  const [whose] = await page.locator('main thead tr:first-child').allInnerTexts();
  expect(whose).toMatch(/^株式会社みなと ・ \d{4}年/);
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
});
