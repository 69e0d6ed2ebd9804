/**
 * Tests the trash (ごみ箱) in the browser: deleting, undoing and restoring by keyboard; accessibility by axe; no
 * horizontal scrolling on phones.
 */
import { axe, expect, screenReady, signIn, test } from './support/app';

test(
  'a deleted section comes back by undo; deleted again, it is restored from the trash',
  { tag: '@handheld' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/sections/git-s1');
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    const remove = async () => {
      await page.getByRole('button', { name: `「${title}」のその他の操作` }).press('Enter');
      await page.getByRole('menuitem', { name: '削除' }).press('Enter');
      await page
        .getByRole('group', { name: new RegExp(`^「${title}」と、`) })
        .getByRole('button')
        .first()
        .press('Enter');
      await expect(page).toHaveURL(/\/courses\/git$/);
    };
    await remove();
    await page.getByRole('button', { name: '元に戻す' }).press('Enter');
    await expect(page.getByText('元に戻しました')).toBeVisible();
    await page.goto('/sections/git-s1');
    await screenReady(page);
    await remove();

    await page.goto('/trash');
    await screenReady(page);
    await axe(page);
    const width = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await width()).toBe(0);
    await page.getByRole('button', { name: `「${title}」を元に戻す` }).press('Enter');
    const question = page.getByRole('group', { name: /^コースは公開中です。/ });
    await axe(page);
    await question.getByRole('button', { name: '元に戻す' }).press('Enter');
    await expect(page.getByRole('link', { name: '開く' })).toBeFocused();
    await axe(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  },
);
