/** The first thing anybody does: see the login screen, log in, be at home. */
import { appReady, expect, login, test } from './support/app';

test.use({ serviceWorkers: 'allow' });

test('asks a visitor to log in', async ({ page }) => {
  await page.goto('/');
  await appReady(page);

  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
});

test('shows home to a student who logs in', async ({ page }) => {
  await login(page, 'student');

  await expect(page.getByRole('main').getByRole('link', { name: /Git/ }).first()).toBeVisible();
});
