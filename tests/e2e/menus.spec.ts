/** Tests the side menu on a phone: a drawer (specification §2; wide windows: tests/trips/menus.test.ts). */
import { expect, signIn, test } from './support/app';
import { openMenu } from './support/steps';

test.describe('on a phone', { tag: '@once' }, () => {
  test('on a phone the side menu is a drawer over the page that Escape closes', async ({ page }) => {
    await signIn(page, 'student', '/community');
    const main = page.getByRole('main');
    const before = await main.boundingBox();
    const opener = page.getByRole('button', { name: 'メニューを開く' });
    await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeHidden();

    await opener.click();

    await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible();
    expect(await main.boundingBox()).toEqual(before);
    await expect(
      page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name: 'ホーム', exact: true }),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('the open menu drawer keeps the focus inside', async ({ page }) => {
    await signIn(page, 'student');
    await openMenu(page);
    const inDrawer = () => page.locator('#side-menu').evaluate((element) => element.contains(document.activeElement));
    await expect.poll(inDrawer).toBe(true);

    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      expect(await inDrawer(), key).toBe(true);
    }
  });

  test('a tap beside the menu drawer closes it, and so does navigation', async ({ page }) => {
    await signIn(page, 'student');
    const menu = await openMenu(page);
    await page.touchscreen.tap(330, 400);
    await expect(menu).toBeHidden();

    await openMenu(page);
    await menu.getByRole('link', { name: 'コース' }).click();
    await expect(page).toHaveURL('/courses');
    await expect(menu).toBeHidden();
  });
});
